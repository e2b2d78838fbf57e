import { expect, test } from 'vitest';
import { BarState } from '../../../../src/host/vscode/status/bar-state.js';
import { FakeClock } from '../../../doubles/fake-clock.js';

function makeBar() {
  const clock = new FakeClock();
  const texts: string[] = [];
  let details = '';
  const bar = new BarState(clock, (shown) => {
    texts.push(shown.text);
    ({ details } = shown);
  });
  return { clock, bar, text: () => texts.at(-1), details: () => details };
}

test('the status bar mentions work on the index only once it lasts', () => {
  const { clock, bar, text } = makeBar();
  bar.setIndex({ phase: 'scanning', files: 10 });
  clock.advance(999);
  bar.setIndex({ phase: 'scanning', files: 20 });
  expect(text()).toBe('$(comment-discussion) Troupe');
  clock.advance(1);
  expect(text()).toBe('$(loading~spin) Troupe: 20 files');
  bar.setIndex({ phase: 'ready', files: 30 });
  expect(text()).toBe('$(comment-discussion) Troupe');
  bar.setIndex({ phase: 'scanning', files: 1 });
  clock.advance(999);
  expect(text()).toBe('$(comment-discussion) Troupe');
  bar.dispose();
});

test('the status bar tells in its details what it leaves out', () => {
  const { bar, details } = makeBar();
  bar.setIndex({ phase: 'ready', files: 1 });
  expect(details()).toBe('Ready. 1 file indexed.');
  bar.setIndex({ phase: 'degraded', files: 1200, reason: 'A folder is gone.' });
  expect(details()).toBe('The index of files is not complete: 1,200 files. A folder is gone.');
});

test('the status bar says first that Troupe asks, then that the index failed, then that it works', () => {
  const { bar, text } = makeBar();
  bar.setIndex({ phase: 'ready', files: 1 });
  bar.setActivity('working');
  expect(text()).toBe('$(loading~spin) Troupe');
  bar.setIndex({ phase: 'failed', files: 0 });
  expect(text()).toBe('$(error) Troupe: no index');
  bar.setActivity('asking');
  expect(text()).toBe('$(bell-dot) Troupe asks');
  bar.setActivity('idle');
  bar.setIndex({ phase: 'ready', files: 1 });
  expect(text()).toBe('$(comment-discussion) Troupe');
});

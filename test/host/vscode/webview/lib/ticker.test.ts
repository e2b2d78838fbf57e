import { expect, test } from 'vitest';
import { Ticker } from '../../../../../src/host/vscode/webview/lib/ticker.js';

/** A ticker, and the timers that it has started. */
function stage() {
  const timers: (() => void)[] = [];
  const ticker = new Ticker({
    now: () => 7,
    repeat: (tick) => {
      timers.push(tick);
      return () => {
        timers.splice(timers.indexOf(tick), 1);
      };
    },
  });
  return { timers, ticker };
}

test('a ticker has one timer for all who listen, and none when nobody does', () => {
  const { timers, ticker } = stage();
  const heard: string[] = [];
  expect(timers).toHaveLength(0);
  const first = ticker.subscribe(() => heard.push('a'));
  const second = ticker.subscribe(() => heard.push('b'));
  expect(timers).toHaveLength(1);
  timers[0]?.();
  first();
  timers[0]?.();
  expect(heard).toEqual(['a', 'b', 'b']);
  second();
  expect(timers).toHaveLength(0);
  ticker.subscribe(() => undefined);
  expect(timers).toHaveLength(1);
});

test('who stops listening while it ticks does not stop the others', () => {
  const { timers, ticker } = stage();
  const heard: string[] = [];
  const first = ticker.subscribe(() => {
    heard.push('a');
    first();
  });
  ticker.subscribe(() => heard.push('b'));
  timers[0]?.();
  expect(heard).toEqual(['a', 'b']);
});

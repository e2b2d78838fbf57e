import { expect, test } from 'vitest';
import { TerminalMirror } from '../../../../src/host/vscode/terminals/terminal-mirror.js';
import { FakeClock } from '../../../doubles/fake-clock.js';

function makeMirror() {
  const clock = new FakeClock();
  const written: string[] = [];
  return { clock, written, mirror: new TerminalMirror(clock, (text) => written.push(text)) };
}

test('a mirror keeps what comes before it is shown, and writes lines as a terminal wants them', () => {
  const { clock, written, mirror } = makeMirror();
  mirror.add('one\n');
  mirror.addCommand('npm test');
  clock.advance(1000);
  expect(written).toEqual([]);
  mirror.open();
  expect(written).toEqual(['one\r\n\r\n$ npm test\r\n']);
});

test('a mirror writes what comes together at once, and nothing after it is closed', () => {
  const { clock, written, mirror } = makeMirror();
  mirror.open();
  mirror.add('a');
  mirror.add('b\r\n');
  clock.advance(50);
  mirror.add('c');
  mirror.close();
  clock.advance(50);
  expect(written).toEqual(['ab\r\n']);
});

test('a mirror drops the middle of what nobody can read', () => {
  const { clock, written, mirror } = makeMirror();
  mirror.open();
  for (let line = 0; line < 100_000; line += 1) mirror.add(`line ${line}\n`);
  clock.advance(50);
  expect(written).toHaveLength(1);
  expect(written[0]?.length).toBeLessThan(130_000);
  expect(written[0]).toMatch(/^line 0\r\n[\s\S]*line 99999\r\n$/);
});

test('a mirror shows control characters instead of obeying them', () => {
  const { written, mirror } = makeMirror();
  mirror.addCommand('printf \u001B]0;title\u0007');
  mirror.open();
  expect(written).toEqual(['\r\n$ printf ⟨U+001B⟩]0;title⟨U+0007⟩\r\n']);
});

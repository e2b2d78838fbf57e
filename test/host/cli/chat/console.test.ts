import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { deferred, type Deferred } from '../../../../src/actors/runtime/deferred.js';
import { Console } from '../../../../src/host/cli/chat/console.js';
import { InputHistory } from '../../../../src/host/cli/terminal/input-history.js';
import { Interrupts } from '../../../../src/host/cli/terminal/interrupts.js';
import { Keyboard } from '../../../../src/host/cli/terminal/keyboard.js';
import { Output } from '../../../../src/host/cli/terminal/output.js';
import type { Suggestion } from '../../../../src/host/cli/terminal/suggestions.js';
import { FakeClock } from '../../../doubles/fake-clock.js';
import { Screen } from '../../../doubles/screen.js';
import { settle } from '../../../doubles/settle.js';

/** A console on a terminal, whose suggestions come when the test says so. */
function openConsole() {
  const screen = new Screen();
  const terminal = Object.assign(new PassThrough({ encoding: 'utf8' }), {
    isTTY: true,
    columns: 80,
    rows: 24,
  });
  const input = Object.assign(new PassThrough(), { isRaw: false, setRawMode: () => undefined });
  const clock = new FakeClock();
  const keyboard = new Keyboard({ input, write: () => undefined, clock, isPlain: false });
  const asked: { text: string; signal: AbortSignal; reply: Deferred<readonly Suggestion[]> }[] = [];
  const console = new Console({
    out: new Output(terminal, { hasColor: false }),
    others: [],
    keyboard,
    interrupts: new Interrupts(clock),
    clock,
    past: new InputHistory([]),
    suggest: ({ text }, signal) => {
      const reply = deferred<readonly Suggestion[]>();
      asked.push({ text, signal, reply });
      return reply.promise;
    },
    remember: () => undefined,
    placeholder: '',
  });
  console.open();
  const press = async (keys: string): Promise<void> => {
    input.write(keys);
    await settle();
  };
  const answer = async (index: number, ...names: readonly string[]): Promise<void> => {
    asked[index]?.reply.resolve(names.map((name) => ({ text: `@${name} `, label: name })));
    await settle();
    clock.advance(100);
    await settle();
  };
  const rows = async (): Promise<readonly string[]> => {
    await screen.write((terminal.read() as string | null) ?? '');
    return screen.unwrapped.map((row) => row.trim()).filter((row) => row !== '');
  };
  return { console, asked, press, answer, rows };
}

const DOWN = '\u001b[B';

test('suggestions of a part of the index grow when it is whole; what is shown and chosen keeps its place', async () => {
  const { console, asked, press, answer, rows } = openConsole();
  await press('@a');
  await answer(asked.length - 1, 'b/a.ts', 'c/a.ts');
  await press(DOWN + DOWN);
  console.suggestAgain();
  await answer(asked.length - 1, 'a.ts', 'c/a.ts');
  expect(await rows()).toEqual(['› @a', 'b/a.ts', '❯ c/a.ts', 'a.ts']);
  await press('\t');
  expect(await rows()).toEqual(['› @c/a.ts']);
  console.close();
});

test('a search that is under way when the index is whole begins anew, and a closed list stays closed', async () => {
  const { console, asked, press, answer, rows } = openConsole();
  await press('@a');
  const before = asked.length;
  console.suggestAgain();
  expect(asked.length).toBe(before + 1);
  expect(asked[before - 1]?.signal.aborted).toBe(true);
  await answer(before, 'a.ts');
  expect(await rows()).toEqual(['› @a', 'a.ts']);
  await press('\u001b');
  await answer(-1);
  expect(await rows()).toEqual(['› @a']);
  console.suggestAgain();
  expect(asked.length).toBe(before + 1);
  console.close();
});

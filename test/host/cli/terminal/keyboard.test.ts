import { PassThrough } from 'node:stream';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Key } from '../../../../src/host/cli/terminal/key.js';
import { Keyboard, type KeyInput } from '../../../../src/host/cli/terminal/keyboard.js';
import { deferred } from '../../../../src/actors/runtime/deferred.js';
import { FakeClock } from '../../../doubles/fake-clock.js';
import { settle } from '../../../doubles/settle.js';

class FakeInput extends PassThrough implements KeyInput {
  isRaw = false;

  setRawMode(isRaw: boolean): void {
    this.isRaw = isRaw;
  }
}

function makeKeyboard(isPlain = false) {
  const input = new FakeInput();
  const clock = new FakeClock();
  const written: string[] = [];
  const stops: boolean[] = [];
  const keyboard: Keyboard = new Keyboard({
    input,
    clock,
    isPlain,
    write: (text) => void written.push(text),
    onStop: () => {
      keyboard.release();
      stops.push(input.isRaw);
      keyboard.retake();
    },
  });
  const send = async (text: string): Promise<void> => {
    input.write(text);
    await settle();
  };
  const pass = async (ms: number): Promise<void> => {
    clock.advance(ms);
    await settle();
  };
  return { input, clock, written, stops, keyboard, send, pass };
}

function names(keys: readonly Key[]): string[] {
  return keys.map((key) => (key.type === 'key' ? key.id : key.text));
}

/** Somebody is asked, whose keys are kept. */
function ask(keyboard: Keyboard, draw: () => Promise<void> = () => Promise.resolve()) {
  const keys = keyboard.keys(new AbortController().signal);
  const answers: Key[] = [];
  const read = async (): Promise<void> => {
    await keys.ask(draw);
    for await (const key of keys) answers.push(key);
  };
  return { keys, answers, ended: read() };
}

describe('Keyboard', () => {
  test('has the terminal while somebody listens, and gives it back as it was', async () => {
    const { input, written, keyboard, send } = makeKeyboard();
    expect(input.listenerCount('data')).toBe(0);
    const keys: Key[] = [];
    const stop = keyboard.listen((key) => keys.push(key));
    expect([input.isRaw, written.join('')]).toEqual([true, '\u001b[?2004h\u001b[>1u\u001b[>4;1m']);
    await send('a\r');
    stop();
    expect(names(keys)).toEqual(['a', 'enter']);
    expect([input.isRaw, input.isPaused(), input.listenerCount('data')]).toEqual([false, true, 0]);
    expect(written.at(-1)).toBe('\u001b[>4;0m\u001b[<u\u001b[?2004l');
  });

  test('ends the modes of keys as often as it began them, whoever listened first', () => {
    const { written, keyboard } = makeKeyboard();
    const question = keyboard.keys(new AbortController().signal);
    expect(written.join('')).toBe('');
    const stop = keyboard.listen(() => undefined);
    question.close();
    stop();
    keyboard.listen(() => undefined)();
    const count = (mode: string): number => written.join('').split(mode).length - 1;
    expect([count('\u001b[>1u'), count('\u001b[<u')]).toEqual([2, 2]);
  });

  test('throws away the keys that were pressed before the terminal knew that it is left', async () => {
    const { input, clock, written, keyboard, send } = makeKeyboard();
    const keys: Key[] = [];
    const stop = keyboard.listen((key) => keys.push(key));
    const left = keyboard.leave();
    expect(written.at(-1)).toBe('\u001b[>4;0m\u001b[<u\u001b[?2004l');
    await send('\u001b[100;5u');
    clock.advance(50);
    await left;
    stop();
    expect([keys, input.isRaw]).toEqual([[], false]);
  });

  test('takes what was typed before it had the terminal for the keys that were pressed', async () => {
    const { keyboard, send } = makeKeyboard();
    const keys: Key[] = [];
    keyboard.listen((key) => keys.push(key));
    await send('early\n\0');
    await send('a\nb');
    expect(names(keys)).toEqual(['early', 'enter', 'ctrl-d', 'a', 'linefeed', 'b']);
  });

  test('takes an Escape for a key when nothing follows it', async () => {
    const { clock, keyboard, send } = makeKeyboard();
    const keys: Key[] = [];
    keyboard.listen((key) => keys.push(key));
    await send('\u001b');
    expect(keys).toEqual([]);
    clock.advance(50);
    expect(names(keys)).toEqual(['escape']);
    expect(clock.pending).toBe(0);
  });

  test('decodes a character that came in two pieces', async () => {
    const { input, keyboard } = makeKeyboard();
    const keys: Key[] = [];
    keyboard.listen((key) => keys.push(key));
    const bytes = Buffer.from('é');
    input.write(bytes.subarray(0, 1));
    await settle();
    input.write(bytes.subarray(1));
    await settle();
    expect(names(keys)).toEqual(['é']);
  });

  test('takes a paste with the line ends of Windows as it is, also when it is the first input', async () => {
    const { keyboard, send, pass } = makeKeyboard();
    const keys: Key[] = [];
    keyboard.listen((key) => keys.push(key));
    await send('\u001b[200~one\r\ntwo\u001b[201~');
    await pass(50);
    expect(keys).toEqual([{ type: 'paste', text: 'one\ntwo' }]);
  });

  test('gives the same keys however the bytes are cut', async () => {
    const sent = Buffer.from(
      'né語👍\r\u001b[A\u001b[?1u\u001b[200~ü\r\n👩‍👩‍👧\u001b[201~\r\u001b]11;rgb:0/0/0\u001b\\é\r',
    );
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.integer({ min: 1, max: sent.length - 1 })), async (cuts) => {
        const { input, keyboard, pass } = makeKeyboard();
        const keys: string[] = [];
        keyboard.listen((key) => keys.push(key.type === 'key' ? `<${key.id}>` : key.text));
        const places = [0, ...cuts.sort((a, b) => a - b), sent.length];
        for (const [index, from] of places.slice(0, -1).entries()) {
          input.write(sent.subarray(from, places[index + 1]));
          await settle();
        }
        await pass(50);
        expect(keys.join('')).toBe('né語👍<enter><up>ü\n👩‍👩‍👧<enter>é<enter>');
      }),
    );
  });

  test('hands the keys of an answer to the question, and those behind it to the line again', async () => {
    const { keyboard, send, pass } = makeKeyboard();
    const line: Key[] = [];
    keyboard.listen((key) => line.push(key));
    await send('\r');
    const question = ask(keyboard);
    await settle();
    await pass(500);
    await send('y');
    question.keys.close();
    await send('x');
    await question.ended;
    expect([names(line), names(question.answers)]).toEqual([['enter', 'x'], ['y']]);
  });

  test('takes no answer from somebody who was typing when the question came', async () => {
    const { keyboard, send, pass } = makeKeyboard();
    const line: Key[] = [];
    keyboard.listen((key) => line.push(key));
    await send('happil');
    const question = ask(keyboard);
    await settle();
    await pass(300);
    await send('y');
    await pass(499);
    await send(' typed\r');
    await pass(500);
    await send('n');
    question.keys.close();
    await question.ended;
    expect([names(line), names(question.answers)]).toEqual([['happil', 'y', ' typed', 'enter'], ['n']]);
  });

  test.each([0, 1, 200, 499])('throws away what is pressed %i ms after a question is there', async (ms) => {
    const { keyboard, send, pass } = makeKeyboard();
    const question = ask(keyboard);
    await settle();
    await pass(ms);
    await send('y\r');
    await pass(499);
    await send('a');
    await pass(500);
    await send('n');
    question.keys.close();
    await question.ended;
    expect(names(question.answers)).toEqual(['n']);
  });

  test('takes no answer while a question is still being drawn, however long that takes', async () => {
    const { keyboard, send, pass } = makeKeyboard();
    const drawn = deferred<void>();
    const question = ask(keyboard, () => drawn.promise);
    await pass(10_000);
    await send('y');
    drawn.resolve();
    await settle();
    await pass(499);
    await send('y');
    await pass(500);
    await send('n');
    question.keys.close();
    await question.ended;
    expect(names(question.answers)).toEqual(['n']);
  });

  test('throws away what is pressed between two questions of one person', async () => {
    const { keyboard, send, pass } = makeKeyboard();
    const question = ask(keyboard);
    await settle();
    await pass(500);
    await send('n');
    await send('y');
    const again = question.keys.ask(() => Promise.resolve());
    await send('y');
    await settle();
    await pass(500);
    await again;
    await send('e');
    question.keys.close();
    await question.ended;
    expect(names(question.answers)).toEqual(['n', 'y', 'e']);
  });

  test.each([
    ['ctrl-c', '\u0003'],
    ['ctrl-d', '\u0004'],
  ])('takes %s at once, which ends what goes on', async (id, key) => {
    const { keyboard, send } = makeKeyboard();
    const question = ask(keyboard);
    await send(key);
    await settle();
    question.keys.close();
    await question.ended;
    expect(names(question.answers)).toEqual([id]);
  });

  test('ends an answer when it is cancelled or the terminal goes, and reads no more', async () => {
    const { input, keyboard } = makeKeyboard();
    const question = ask(keyboard);
    input.end();
    await question.ended;
    expect([question.answers, input.listenerCount('data')]).toEqual([[], 0]);
  });

  test('lends the terminal to another program', () => {
    const { input, keyboard } = makeKeyboard();
    keyboard.listen(() => undefined);
    keyboard.pause();
    expect([input.isRaw, input.isPaused()]).toEqual([false, true]);
    keyboard.resume();
    expect([input.isRaw, input.isPaused()]).toEqual([true, false]);
  });

  test.each(['\u001a', '\u001b[122;5u', '\u001b[27;5;122~'])(
    'stops the process at %j, whoever listens, with the terminal as it was, and takes it again',
    async (ctrlZ) => {
      const { input, written, stops, keyboard, send } = makeKeyboard();
      const keys: Key[] = [];
      const stop = keyboard.listen((key) => keys.push(key));
      const question = ask(keyboard);
      await send(ctrlZ);
      expect([stops, input.isRaw]).toEqual([[false], true]);
      question.keys.close();
      await question.ended;
      await send(`a${ctrlZ}b`);
      expect([names(keys), question.answers, stops.length]).toEqual([['a', 'b'], [], 2]);
      stop();
      const count = (mode: string): number => written.join('').split(mode).length - 1;
      expect([count('\u001b[>1u'), count('\u001b[<u'), input.isRaw]).toEqual([3, 3, false]);
    },
  );

  test('leaves the terminal to another program that has it while the process was stopped', () => {
    const { input, keyboard } = makeKeyboard();
    const stop = keyboard.listen(() => undefined);
    keyboard.pause();
    keyboard.release();
    keyboard.retake();
    expect(input.isRaw).toBe(false);
    keyboard.resume();
    expect(input.isRaw).toBe(true);
    stop();
  });

  test('sets its modes again when the process goes on that nobody saw stop', () => {
    const { input, written, keyboard } = makeKeyboard();
    const modes: boolean[] = [];
    input.setRawMode = (isRaw) => {
      modes.push(isRaw);
      input.isRaw = isRaw;
    };
    const stop = keyboard.listen(() => undefined);
    keyboard.retake();
    expect(modes).toEqual([true, false, true]);
    expect(written.at(-1)).toBe('\u001b[?2004h\u001b[>1u\u001b[>4;1m');
    stop();
  });

  test('leaves a terminal that hands over whole lines as it is', async () => {
    const { input, written, keyboard, send } = makeKeyboard(true);
    const keys: Key[] = [];
    keyboard.listen((key) => keys.push(key));
    await send('a line\n');
    expect([input.isRaw, written, names(keys)]).toEqual([false, [], ['a line', 'enter']]);
  });
});

import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import type { Key } from '../../../../src/host/cli/terminal/key.js';
import { Keyboard, type KeyInput } from '../../../../src/host/cli/terminal/keyboard.js';
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
  const keyboard = new Keyboard({ input, clock, isPlain, write: (text) => void written.push(text) });
  const send = async (text: string): Promise<void> => {
    input.write(text);
    await settle();
  };
  return { input, clock, written, keyboard, send };
}

function names(keys: readonly Key[]): string[] {
  return keys.map((key) => (key.type === 'key' ? key.id : key.text));
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

  test('hands the keys of an answer to the question, and those behind it to the line again', async () => {
    const { keyboard, send } = makeKeyboard();
    const line: Key[] = [];
    keyboard.listen((key) => line.push(key));
    await send('\r');
    const answer = (async () => {
      for await (const key of keyboard.keys(new AbortController().signal)) return key;
      return undefined;
    })();
    await send('y');
    expect(await answer).toEqual({ type: 'text', text: 'y' });
    await send('x');
    expect(names(line)).toEqual(['enter', 'x']);
  });

  test('takes no answer from somebody who was typing when the question came', async () => {
    const { clock, keyboard, send } = makeKeyboard();
    const line: Key[] = [];
    keyboard.listen((key) => line.push(key));
    await send('happil');
    const answers: Key[] = [];
    const controller = new AbortController();
    const answering = (async () => {
      for await (const key of keyboard.keys(controller.signal)) answers.push(key);
    })();
    clock.advance(300);
    await send('y');
    clock.advance(599);
    await send(' typed');
    clock.advance(600);
    await send('n');
    controller.abort();
    await answering;
    expect([names(line), names(answers)]).toEqual([['happil', 'y', ' typed'], ['n']]);
  });

  test('ends an answer when it is cancelled or the terminal goes, and reads no more', async () => {
    const { input, keyboard } = makeKeyboard();
    let isOver = false;
    const answering = (async () => {
      for await (const key of keyboard.keys(new AbortController().signal)) expect(key).toBeUndefined();
      isOver = true;
    })();
    input.end();
    await answering;
    expect([isOver, input.listenerCount('data')]).toEqual([true, 0]);
  });

  test('lends the terminal to another program', () => {
    const { input, keyboard } = makeKeyboard();
    keyboard.listen(() => undefined);
    keyboard.pause();
    expect([input.isRaw, input.isPaused()]).toEqual([false, true]);
    keyboard.resume();
    expect([input.isRaw, input.isPaused()]).toEqual([true, false]);
  });

  test('leaves a terminal that hands over whole lines as it is', async () => {
    const { input, written, keyboard, send } = makeKeyboard(true);
    const keys: Key[] = [];
    keyboard.listen((key) => keys.push(key));
    await send('a line\n');
    expect([input.isRaw, written, names(keys)]).toEqual([false, [], ['a line', 'enter']]);
  });
});

import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { type Keyboard, readKeys } from '../../../src/host/cli/read-keys.js';
import { settle } from '../../doubles/settle.js';

class FakeKeyboard extends PassThrough implements Keyboard {
  isRaw = false;

  setRawMode(isRaw: boolean): void {
    this.isRaw = isRaw;
  }
}

async function collect(keyboard: FakeKeyboard, signal: AbortSignal): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of readKeys(keyboard, signal)) keys.push(key);
  return keys;
}

test('keys come one by one, and what was pasted as one', async () => {
  const keyboard = new FakeKeyboard();
  const keys = collect(keyboard, new AbortController().signal);
  await settle();
  expect(keyboard.isRaw).toBe(true);
  for (const chunk of ['a', 'yy', '\u001b[A', 'é', '\r']) {
    keyboard.write(chunk);
    await settle();
  }
  keyboard.end();
  expect(await keys).toEqual(['a', 'yy', '\u001b[A', 'é', '\r']);
  expect(keyboard.isRaw).toBe(false);
});

test('keys end when the signal aborts, and the keyboard is as it was', async () => {
  const keyboard = new FakeKeyboard();
  const controller = new AbortController();
  const keys = collect(keyboard, controller.signal);
  await settle();
  controller.abort();
  expect(await keys).toEqual([]);
  expect([keyboard.isRaw, keyboard.isPaused(), keyboard.listenerCount('data')]).toEqual([false, true, 0]);
});

import type { Key } from './terminal/key.js';
import type { Keyboard } from './terminal/keyboard.js';

// What these keys send to a program that asks for single keys.
const SENT: Readonly<Record<string, string>> = {
  'ctrl-c': '\u0003',
  'ctrl-d': '\u0004',
  enter: '\r',
  escape: '\u001b',
  backspace: '\u007f',
};

/** Single keys, until the signal aborts or the terminal ends. What comes in a bunch was pasted, and answers nothing. */
export async function* readKeys(
  keyboard: Pick<Keyboard, 'keys'>,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  for await (const key of keyboard.keys(signal)) {
    const sent = sentBy(key);
    if (sent !== undefined) yield sent;
  }
}

function sentBy(key: Key): string | undefined {
  if (key.type === 'text') return /^.$/su.test(key.text) ? key.text : undefined;
  return key.type === 'key' ? SENT[key.id] : undefined;
}

import type { Key } from '../terminal/key.js';
import type { Keyboard } from '../terminal/keyboard.js';

// What these keys send to a program that asks for single keys.
const SENT: Readonly<Record<string, string>> = {
  'ctrl-c': '\u0003',
  'ctrl-d': '\u0004',
  'ctrl-u': '\u0015',
  enter: '\r',
  escape: '\u001b',
  backspace: '\u007f',
};

/**
 * What keys send from now on, until the signal aborts or the terminal ends. Several characters at once were pasted, or
 * typed in a bunch: they answer no question of a single key.
 */
export function readKeys(
  keyboard: Pick<Keyboard, 'keys'>,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const keys = keyboard.keys(signal);
  return (async function* () {
    for await (const key of keys) {
      const sent = sentBy(key);
      if (sent !== undefined) yield sent;
    }
  })();
}

function sentBy(key: Key): string | undefined {
  if (key.type === 'key') return SENT[key.id];
  // A single character that was pasted is no key.
  return key.type === 'paste' && /^.?$/su.test(key.text) ? undefined : key.text;
}

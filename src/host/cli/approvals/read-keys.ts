import type { Key } from '../terminal/key.js';
import type { Keyboard } from '../terminal/keyboard.js';

// What these keys send in raw mode.
const CHARACTERS: Readonly<Record<string, string>> = {
  'ctrl-c': '\u0003',
  'ctrl-d': '\u0004',
  'ctrl-u': '\u0015',
  enter: '\r',
  escape: '\u001b',
  backspace: '\u007f',
};

/**
 * The keys pressed from now on, until the signal aborts or the terminal closes. Several characters at once were pasted
 * or typed ahead: they answer no single-key question.
 */
export function readKeys(
  keyboard: Pick<Keyboard, 'keys'>,
  signal: AbortSignal,
): AsyncGenerator<string, void> {
  const keys = keyboard.keys(signal);
  return (async function* () {
    for await (const key of keys) {
      const sent = readCharacter(key);
      if (sent !== undefined) yield sent;
    }
  })();
}

function readCharacter(key: Key): string | undefined {
  if (key.type === 'key') return CHARACTERS[key.id];
  // A single pasted character is not a key press.
  return key.type === 'paste' && /^.?$/su.test(key.text) ? undefined : key.text;
}

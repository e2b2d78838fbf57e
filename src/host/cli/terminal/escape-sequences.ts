import { type Key, keyWith } from './key.js';

// Source: xterm's control sequences, "PC-Style Function Keys" and "VT220-Style Function Keys".
const BY_LETTER: Readonly<Record<string, string>> = {
  A: 'up',
  B: 'down',
  C: 'right',
  D: 'left',
  F: 'end',
  H: 'home',
  M: 'enter',
  Z: 'tab',
};
const BY_NUMBER: Readonly<Record<string, string>> = {
  1: 'home',
  2: 'insert',
  3: 'delete',
  4: 'end',
  5: 'pageup',
  6: 'pagedown',
  7: 'home',
  8: 'end',
};
// Codes of keys without a character. 57414: Enter of the number pad. Source: kitty's keyboard protocol.
const BY_CODE: Readonly<Record<string, string>> = {
  8: 'backspace',
  9: 'tab',
  10: 'linefeed',
  13: 'enter',
  27: 'escape',
  127: 'backspace',
  57414: 'enter',
};

// The first code of kitty's keys without a character: its private use area.
const FIRST_FUNCTIONAL_CODE = 57_344;
const LAST_FUNCTIONAL_CODE = 63_743;

// The bits of shift, alt and ctrl; the others are locks, and modifiers that no terminal program uses.
const KNOWN_MODIFIERS = 0b111;
const SHIFT = 1;

/**
 * The key of a control sequence `ESC [ params final`; `undefined` for a key release, and for a key that has no binding.
 */
export function decodeKeySequence(params: string, final: string): Key | undefined {
  const [first = '', second = '', third = ''] = params.split(';');
  const [modifiers = '', event = ''] = second.split(':');
  // 3: key release. Source: kitty's keyboard protocol.
  if (event === '3') return undefined;
  const bits = modifierBits(modifiers);
  if (final === 'u') return decodeKeyCode(first.split(':')[0] ?? '', bits);
  if (final === '~') {
    // Source: xterm's modifyOtherKeys.
    if (first === '27') return decodeKeyCode(third, bits);
    const name = BY_NUMBER[first];
    return name === undefined ? undefined : keyWith(name, bits);
  }
  const name = BY_LETTER[final];
  if (name === undefined) return undefined;
  return keyWith(name, final === 'Z' ? bits | SHIFT : bits);
}

function modifierBits(text: string): number {
  const value = Number(text);
  return Number.isSafeInteger(value) && value > 0 ? (value - 1) & KNOWN_MODIFIERS : 0;
}

function decodeKeyCode(text: string, bits: number): Key | undefined {
  const name = BY_CODE[text];
  if (name !== undefined) return keyWith(name, bits);
  const code = Number(text);
  if (!Number.isSafeInteger(code) || code < 0x20 || code > 0x10ffff) return undefined;
  if (code >= FIRST_FUNCTIONAL_CODE && code <= LAST_FUNCTIONAL_CODE) return undefined;
  const character = String.fromCodePoint(code);
  if ((bits & ~SHIFT) === 0) return { type: 'text', text: character };
  return keyWith(character.toLowerCase(), bits & ~SHIFT);
}

import { foldByte } from './compare-names.js';

/** The classes of characters that decide where words start. */
export const Class = { lower: 0, upper: 1, digit: 2, separator: 3 } as const;
const CLASSES = 4;

/** By byte of UTF-8: its `Class`. Those of characters beyond ASCII count as lower-case letters. */
export const CLASS_OF = Uint8Array.from({ length: 0x100 }, (_, byte) => {
  if (byte >= 65 && byte <= 90) return Class.upper;
  if (byte >= 48 && byte <= 57) return Class.digit;
  return (byte >= 97 && byte <= 122) || byte >= 0x80 ? Class.lower : Class.separator;
});

// By the classes of a byte and of the one before it.
const IS_START = Uint8Array.from({ length: CLASSES * CLASSES }, (_, classes) => {
  const before = Math.floor(classes / CLASSES);
  const current = classes % CLASSES;
  if (current === Class.separator) return 0;
  const isHump = current === Class.upper && before === Class.lower;
  const isNumber = current === Class.digit && before !== Class.digit;
  return before === Class.separator || isHump || isNumber ? 1 : 0;
});

/** Whether a word starts at `byte` inside a name: after a separator, at a camel-case hump or a number. Shape: UTF-8. */
export function isWordStart(before: number, byte: number): boolean {
  return IS_START[CLASS_OF[before]! * CLASSES + CLASS_OF[byte]!] === 1;
}

/** Whether a byte of UTF-8 is ASCII and neither a letter nor a digit. */
export function isSeparator(byte: number): boolean {
  return CLASS_OF[byte] === Class.separator;
}

// The value that `pairBit` uses for any byte beyond ASCII.
const BEYOND_ASCII = 0x80;
// Knuth's multiplier: its product's high bits depend on every bit of the pair.
const MULTIPLIER = 0x9e3779b1;

/**
 * The bit of two neighbouring characters in a pair mask, ignoring ASCII case. Accepts bytes and code points, because
 * all characters beyond ASCII are equal here.
 */
export function pairBit(one: number, other: number): number {
  const a = one < BEYOND_ASCII ? foldByte(one) : BEYOND_ASCII;
  const b = other < BEYOND_ASCII ? foldByte(other) : BEYOND_ASCII;
  return 1 << (Math.imul(a * 0x81 + b, MULTIPLIER) >>> 27);
}

/** The code point with its case folded: always one code point, and no character outside ASCII folds to one inside. */
export function foldPoint(point: number): number {
  if (point < 0x80) return point >= 65 && point <= 90 ? point + 32 : point;
  const lower = String.fromCodePoint(point).toLowerCase();
  const folded = lower.codePointAt(0)!;
  const isOnePoint = lower.length === (folded > 0xffff ? 2 : 1);
  return isOnePoint && folded >= 0x80 ? folded : point;
}

export function toPoints(text: string): Uint32Array {
  return Uint32Array.from(text, (character) => character.codePointAt(0)!);
}

const OTHER_BIT = 1 << 31;

const ASCII_BITS = Int32Array.from({ length: 0x80 }, (_, point) => {
  const folded = foldPoint(point);
  if (folded >= 97 && folded <= 122) return 1 << (folded - 97);
  if (folded >= 48 && folded <= 57) return 1 << (26 + ((folded - 48) >> 2));
  if (folded === 95 || folded === 45) return 1 << 29;
  return folded === 46 ? 1 << 30 : OTHER_BIT;
});

/**
 * The bit of a code point in a character mask, ignoring case: one bit for each letter, three for the digits, one for
 * `_` and `-`, one for `.`, one for all others. The mask of a text is the OR of its characters' bits.
 */
export function maskBit(point: number): number {
  return point < 0x80 ? ASCII_BITS[point]! : OTHER_BIT;
}

// This rotation pairs frequent letters with rare ones, so that the half mask rejects more names.
const HALF_TURN = 4;

/** Reduces a character mask to 16 bits: each bit stands for two bits of the mask. */
export function halfMask(mask: number): number {
  const high = mask >>> 16;
  return (mask | (high << HALF_TURN) | (high >>> (16 - HALF_TURN))) & 0xffff;
}

/** The code point with its case folded: one to one, and nothing outside ASCII ever folds into it. */
export function foldPoint(point: number): number {
  if (point < 0x80) return point >= 65 && point <= 90 ? point + 32 : point;
  const lower = String.fromCodePoint(point).toLowerCase();
  const folded = lower.codePointAt(0)!;
  const isOnePoint = lower.length === (folded > 0xffff ? 2 : 1);
  return isOnePoint && folded >= 0x80 ? folded : point;
}

/** The code points of a text. */
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
 * The bit that stands for a code point in a character mask, whatever its case: a bit for each letter, three for the
 * digits, one for `_` and `-`, one for `.`, one for all else. What a text contains, its mask contains.
 */
export function maskBit(point: number): number {
  return point < 0x80 ? ASCII_BITS[point]! : OTHER_BIT;
}

// So many places on, letters that are frequent share a bit with few that are: fewer names pass that ought not to.
const HALF_TURN = 4;

/** A character mask in 16 bits: what the mask has, this has, but each bit of it stands for two of the mask. */
export function halfMask(mask: number): number {
  const high = mask >>> 16;
  return (mask | (high << HALF_TURN) | (high >>> (16 - HALF_TURN))) & 0xffff;
}

/** What a matched character is worth, before what its place adds. */
export const MATCH = 16;

/** A match right behind the one before it is worth at least this much more. */
export const CONSECUTIVE = 8;

/** A match in the query's first place counts its place twice: that is what people type first. */
export const FIRST_FACTOR = 2;

/** Passing over characters between two matches costs this much, and one more for each of them. */
export const GAP = 2;

const SEGMENT_START = 9;
const WORD_START = 8;
const CAMEL_START = 7;

const Class = { lower: 0, upper: 1, digit: 2, separator: 3 } as const;

const CLASSES = Uint8Array.from({ length: 0x80 }, (_, point) => {
  if (point >= 97 && point <= 122) return Class.lower;
  if (point >= 65 && point <= 90) return Class.upper;
  return point >= 48 && point <= 57 ? Class.digit : Class.separator;
});

function classOf(point: number): number {
  return point < 0x80 ? CLASSES[point]! : Class.lower;
}

/**
 * What the place of a matched character adds: the start of a path segment (`before` is -1), of a word, of a camel-case
 * hump or a number; a separator that was typed counts as the start of a word.
 */
export function placeBonus(before: number, point: number): number {
  if (before === -1) return SEGMENT_START;
  const current = classOf(point);
  if (current === Class.separator) return WORD_START;
  const previous = classOf(before);
  if (previous === Class.separator) return WORD_START;
  const isHump = current === Class.upper && previous === Class.lower;
  const isNumber = current === Class.digit && previous !== Class.digit;
  return isHump || isNumber ? CAMEL_START : 0;
}

/** The most that `count` characters can be worth at the end of a term, all of them in one name. */
export function mostPoints(count: number): number {
  return count === 0 ? 0 : count * (MATCH + CONSECUTIVE) + SEGMENT_START - CONSECUTIVE;
}

/** The most that the first character of a term can be worth on top of that. */
export const MOST_FIRST_POINTS = (FIRST_FACTOR - 1) * SEGMENT_START;

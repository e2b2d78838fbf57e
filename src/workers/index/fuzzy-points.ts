import { SLASH } from './fuzzy-term.js';

/** What a matched character is worth, before what its place adds. */
export const MATCH = 16;

/** A match right behind the one before it is worth at least this much more. */
export const CONSECUTIVE = 8;

/** A match in the query's first place counts its place twice: that is what people type first. */
export const FIRST_FACTOR = 2;

/** Passing over characters between two matches costs this much, and one more for each of them. */
export const GAP = 1;

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

// What is typed in one piece is meant close together; a `/` that was typed says that directories may lie between.
const LEVEL_COST = 3;
const LEVEL_COST_BEHIND_SLASH = 1;

/** What each further directory down costs a match, by the last character matched above it. */
export function levelCost(point: number): number {
  return point === SLASH ? LEVEL_COST_BEHIND_SLASH : LEVEL_COST;
}

// What the name of a file matches is worth more than what its directories match.
const ALL_IN_NAME = 24;
const NONE_IN_NAME = -24;

/** What it adds to a match that the term's first `cut` characters lie in directories and the rest in the name. */
export function cutBonus(cut: number, length: number, directoryLength: number): number {
  if (cut === length) return NONE_IN_NAME;
  return cut === directoryLength ? ALL_IN_NAME : 0;
}

/** The most that a matched character gains by its place. */
export const MOST_PLACE = SEGMENT_START;

/** The most that `count` characters can be worth at the end of a term, all of them in one name. */
export function mostPoints(count: number): number {
  return count === 0 ? 0 : count * (MATCH + CONSECUTIVE) + SEGMENT_START - CONSECUTIVE;
}

/**
 * The most that the first `count` characters of a term can be worth in directories. The start of a directory is worth
 * more than a match right behind another, but costs a level, or a `/` that was typed.
 */
export function mostInDirectories(count: number): number {
  const rest = Math.max(WORD_START, CONSECUTIVE, SEGMENT_START - LEVEL_COST_BEHIND_SLASH);
  return count * MATCH + FIRST_FACTOR * SEGMENT_START + (count - 1) * rest;
}

/** The most that a term of so many characters can be worth anywhere, but for what a name gains by starting with it. */
export function mostInName(length: number): number {
  return mostPoints(length) + (FIRST_FACTOR - 1) * SEGMENT_START + ALL_IN_NAME;
}

// A name that starts with the whole pattern ranks above all that does not.
const NAME_START = 8192;
const WHOLE_STEM = 12;
const WHOLE_NAME = 16;
const DOT = 46;

/** What a name gains that starts with the whole pattern; `behind` is what follows that, if anything does. */
export function nameStartBonus(behind: number | undefined): number {
  if (behind === undefined) return NAME_START + WHOLE_NAME;
  return behind === DOT ? NAME_START + WHOLE_STEM : NAME_START;
}

// One character wrong costs as much as two that match by themselves gain.
const TYPO = 2 * (MATCH + CONSECUTIVE);

/** What a name is worth that has the term with one character wrong, from a word's start on. */
export function typoPoints(length: number, isInside: boolean, isStem: boolean): number {
  const most = mostInName(length) - TYPO;
  return isInside ? most - FIRST_FACTOR * (SEGMENT_START - WORD_START) : most + (isStem ? WHOLE_STEM : 0);
}

/**
 * A name that has the ASCII characters typed, in order and in their very case, gains this much: more than a gap takes,
 * less than the start of a word is worth.
 */
export const VERY_CASE = 6;

/** The score of what does not match. No real score comes near, and sums of it stay within 32 bits. */
export const NO_MATCH = -0x2000_0000;

import { SLASH } from './fuzzy-term.js';

/** What a matched character is worth, before what its place adds. */
export const MATCH = 16;

/** A match right behind the one before it is worth at least this much more. */
export const CONSECUTIVE = 8;

/** A match in the query's first place counts its place twice: that is what people type first. */
export const FIRST_FACTOR = 2;

const DOT = 46;

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

/** What decides between the ways in which a term can match, beside the places of its characters. */
export interface FuzzyWeights {
  /** Passing over characters between two matches in a name costs this much, and one more for each of them. */
  readonly gap: number;
  /** What each further directory down costs a match. */
  readonly level: number;
  /** The same where the last character matched above it is a `/`, which says that directories may lie between. */
  readonly levelBehindSlash: number;
  /** What it adds that all of the term behind its last `/` lies in the name. */
  readonly allInName: number;
  /** What it adds that some of that lies in the name. */
  readonly someInName: number;
  /** What it adds that none of the term lies in the name. */
  readonly noneInName: number;
  /** What it adds that the last character of the term is the last one of a directory, or of a name up to a dot. */
  readonly segmentEnd: number;
  /** What it adds that the last character of the term is the last one of another word. */
  readonly wordEnd: number;
}

/** Of the only term of a pattern: what is typed in one piece is meant close together, and the name above all. */
export const ONLY_TERM: FuzzyWeights = {
  gap: 1,
  level: 3,
  levelBehindSlash: 1,
  allInName: 24,
  someInName: 0,
  noneInName: -24,
  segmentEnd: 0,
  wordEnd: 0,
};

/** Of one of several terms: each is a piece of the path, wherever that is. */
export const ONE_OF_SEVERAL: FuzzyWeights = {
  gap: 6,
  level: 1,
  levelBehindSlash: 1,
  allInName: 0,
  someInName: -12,
  noneInName: 0,
  segmentEnd: 10,
  wordEnd: 6,
};

/** What a path gains that reads as several terms do: each starts a segment, in their order, the last one the name. */
export const IN_ORDER = 16;

/** What it adds to a match that the term's first `cut` characters lie in directories and the rest in the name. */
export function cutBonus(
  weights: FuzzyWeights,
  cut: number,
  length: number,
  directoryLength: number,
): number {
  if (cut === length) return weights.noneInName;
  return cut === directoryLength ? weights.allInName : weights.someInName;
}

/** What each further directory down costs a match, by the last character matched above it. */
export function levelCost(weights: FuzzyWeights, point: number): number {
  return point === SLASH ? weights.levelBehindSlash : weights.level;
}

/** What it adds to a match that `behind` follows its last character; `undefined` at the end of a segment. */
export function endBonus(weights: FuzzyWeights, last: number, behind: number | undefined): number {
  if (behind === undefined || behind === DOT) return weights.segmentEnd;
  return placeBonus(last, behind) > 0 ? weights.wordEnd : 0;
}

/** The most that a matched character gains by its place. */
export const MOST_PLACE = SEGMENT_START;

/** The most that `count` characters can be worth at the end of a term, all of them in one name. */
export function mostPoints(weights: FuzzyWeights, count: number): number {
  if (count === 0) return 0;
  return count * (MATCH + CONSECUTIVE) + SEGMENT_START - CONSECUTIVE + mostAtEnd(weights);
}

/** The most that the end of a match adds. */
export function mostAtEnd({ segmentEnd, wordEnd }: FuzzyWeights): number {
  return Math.max(segmentEnd, wordEnd);
}

/**
 * The most that the first `count` characters of the only term can be worth in directories. The start of a directory is
 * worth more than a match right behind another, but costs a level, or a `/` that was typed.
 */
export function mostInDirectories(count: number): number {
  const rest = Math.max(WORD_START, CONSECUTIVE, SEGMENT_START - ONLY_TERM.levelBehindSlash);
  return count * MATCH + FIRST_FACTOR * SEGMENT_START + (count - 1) * rest;
}

/** The most that the only term can be worth, but for what a name gains by starting with it. */
export function mostInName(length: number): number {
  return (
    mostPoints(ONLY_TERM, length) +
    (FIRST_FACTOR - 1) * SEGMENT_START +
    ONLY_TERM.allInName +
    mostForRun(length)
  );
}

// Fewer letters in a row stand in many names by chance, where the same letters at the starts of words do not.
const MIN_RUN = 4;
// As much as one character that matches.
const RUN = 16;

/** What a name gains at most that has all of the only term, of so many characters, in one piece. */
export function mostForRun(length: number): number {
  return length < MIN_RUN ? 0 : RUN;
}

// A name that starts with the whole pattern ranks above all that does not.
const NAME_START = 8192;
const WHOLE_STEM = 12;
const WHOLE_NAME = 16;

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

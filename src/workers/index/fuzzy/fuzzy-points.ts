import { Class, CLASS_OF } from '../../names/word-starts.js';
import { SLASH } from './fuzzy-term.js';

/** The points of a matched character, without bonuses for its position. */
export const MATCH_POINTS = 16;

/** A match directly after the previous one gets at least this bonus. */
export const CONSECUTIVE_BONUS = 8;

/** The position bonus of the query's first character counts twice: people type the important character first. */
export const FIRST_CHARACTER_FACTOR = 2;

const DOT = 46;

const SEGMENT_START = 9;
const WORD_START = 8;
const CAMEL_START = 7;

function classOf(point: number): number {
  return point < 0x80 ? CLASS_OF[point]! : Class.lower;
}

/**
 * The bonus for the position of a matched character: at the start of a path segment (`before` is -1), a word, a
 * camel-case hump or a number. A typed separator counts as the start of a word.
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

/** The weights that choose between the ways in which a term can match, besides the positions of its characters. */
export interface FuzzyWeights {
  /** The cost of a gap between two matches in a name, to which each skipped character adds 1. */
  readonly gap: number;
  /** The cost of each further directory level between two matches. */
  readonly level: number;
  /** The same cost where the last match before it is a typed `/`, which says that directories may lie between. */
  readonly levelBehindSlash: number;
  /** The bonus when all of the term after its last `/` matches in the name. */
  readonly allInName: number;
  /** The bonus when some of that matches in the name. */
  readonly someInName: number;
  /** The bonus when nothing of the term matches in the name. */
  readonly noneInName: number;
  /** The bonus when the last character of the term ends a directory's name, or a file's name up to a dot. */
  readonly segmentEnd: number;
  /** The bonus when the last character of the term ends any other word. */
  readonly wordEnd: number;
}

/** For the only term of a pattern: its characters are meant close together, and the name matters most. */
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

/** For one of several terms: each matches a piece of the path, wherever that is. */
export const ONE_OF_SEVERAL_TERMS: FuzzyWeights = {
  gap: 6,
  level: 1,
  levelBehindSlash: 1,
  allInName: 0,
  someInName: -12,
  noneInName: 0,
  segmentEnd: 10,
  wordEnd: 6,
};

/** The bonus of a path whose segments start with the terms, in order, the last term at the start of the name. */
export const IN_ORDER_BONUS = 16;

/** The bonus of a match whose first `cut` characters match in directories and the rest in the name. */
export function cutBonus(
  weights: FuzzyWeights,
  cut: number,
  length: number,
  directoryLength: number,
): number {
  if (cut === length) return weights.noneInName;
  return cut === directoryLength ? weights.allInName : weights.someInName;
}

/** The cost of each further directory level, by the last character (`point`) matched before it. */
export function levelCost(weights: FuzzyWeights, point: number): number {
  return point === SLASH ? weights.levelBehindSlash : weights.level;
}

/** The bonus for what follows a match's last character: the next code point, or `undefined` at a segment's end. */
export function endBonus(weights: FuzzyWeights, last: number, behind: number | undefined): number {
  if (behind === undefined || behind === DOT) return weights.segmentEnd;
  return placeBonus(last, behind) > 0 ? weights.wordEnd : 0;
}

/** The highest position bonus. */
export const MAX_PLACE_BONUS = SEGMENT_START;

/** An upper bound for the last `count` characters of a term when all of them match in one name. */
export function maxPoints(weights: FuzzyWeights, count: number): number {
  if (count === 0) return 0;
  return (
    count * (MATCH_POINTS + CONSECUTIVE_BONUS) + SEGMENT_START - CONSECUTIVE_BONUS + maxEndBonus(weights)
  );
}

/** The highest bonus for the end of a match. */
export function maxEndBonus({ segmentEnd, wordEnd }: FuzzyWeights): number {
  return Math.max(segmentEnd, wordEnd);
}

/**
 * An upper bound for the first `count` characters of the only term in directories. The start of a directory gets more
 * points than a consecutive match, but costs a level or a typed `/`.
 */
export function maxPointsInDirectories(count: number): number {
  const rest = Math.max(WORD_START, CONSECUTIVE_BONUS, SEGMENT_START - ONLY_TERM.levelBehindSlash);
  return count * MATCH_POINTS + FIRST_CHARACTER_FACTOR * SEGMENT_START + (count - 1) * rest;
}

/** An upper bound for the only term, without the bonus of a name that starts with it. */
export function maxPointsInName(length: number): number {
  return (
    maxPoints(ONLY_TERM, length) +
    (FIRST_CHARACTER_FACTOR - 1) * SEGMENT_START +
    ONLY_TERM.allInName +
    maxRunBonus(length)
  );
}

// Shorter runs of letters occur in many names by chance, unlike the same letters at the starts of words.
const MIN_RUN = 4;
// As much as one matched character.
const RUN = 16;

/** The highest bonus of a name that contains the only term, `length` characters, contiguously. */
export function maxRunBonus(length: number): number {
  return length < MIN_RUN ? 0 : RUN;
}

// Puts every name that starts with the whole pattern above all other names.
const NAME_START = 8192;
const WHOLE_STEM = 12;
const WHOLE_NAME = 16;

/** The bonus of a name that starts with the whole pattern; `behind` is the code point after that, if any. */
export function nameStartBonus(behind: number | undefined): number {
  if (behind === undefined) return NAME_START + WHOLE_NAME;
  return behind === DOT ? NAME_START + WHOLE_STEM : NAME_START;
}

// One wrong character costs as much as two separately matched ones gain.
const TYPO = 2 * (MATCH_POINTS + CONSECUTIVE_BONUS);

/** The score of a name that has the term with one wrong character, starting at the start of a word. */
export function typoPoints(length: number, isInside: boolean, isStem: boolean): number {
  const most = maxPointsInName(length) - TYPO;
  return isInside
    ? most - FIRST_CHARACTER_FACTOR * (SEGMENT_START - WORD_START)
    : most + (isStem ? WHOLE_STEM : 0);
}

/**
 * The bonus of a name that has the typed ASCII characters, in order and in the typed case: more than the cost of a
 * gap, less than the start of a word.
 */
export const TYPED_CASE_BONUS = 6;

/** The score of a path that does not match. No real score comes near, and sums of it stay within 32 bits. */
export const NO_MATCH = -0x2000_0000;

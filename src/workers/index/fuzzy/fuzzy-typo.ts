import { foldByte } from '../../names/compare-names.js';
import type { NameTable } from '../../names/name-table.js';
import type { FuzzyTerm } from './fuzzy-term.js';
import type { Segment } from '../segment/segment.js';
import { isSeparator, isWordStart } from '../../names/word-starts.js';

// In a shorter term one wrong letter makes another word.
const MIN_LENGTH = 5;

// Swapping two characters changes three pairs.
const MAX_PAIRS_LOST = 3;

/** How a name matches a term with one wrong character: not at all, inside it, from its start, or as its whole stem. */
export const TypoMatch = { none: 0, inside: 1, start: 2, stem: 3 } as const;

const DOT = 46;

/** Whether a term may match with one wrong character: long enough, ASCII, and without a `/`. */
export function mayHaveTypo(term: FuzzyTerm): boolean {
  return term.isAscii && term.directoryLength === 0 && term.length >= MIN_LENGTH;
}

/**
 * The names that may match a term with one wrong character, by their masks: a replaced or extra character removes one
 * character and at most two pairs, a swap three pairs.
 */
export function findSimilarNames(
  { nameMasks, pairMasks }: Segment,
  { restMasks, pairBits }: FuzzyTerm,
): number[] {
  const chars = restMasks[0]!;
  const pairs = pairBits.reduce((all, bit) => all | bit, 0);
  const found: number[] = [];
  for (let name = 0; name < nameMasks.length; name++) {
    const missing = chars & ~nameMasks[name]!;
    if ((missing & (missing - 1)) !== 0) continue;
    let missingPairs = pairs & ~pairMasks[name]!;
    for (let spare = 0; spare < MAX_PAIRS_LOST; spare++) missingPairs &= missingPairs - 1;
    if (missingPairs === 0) found.push(name);
  }
  return found;
}

/** How a name matches a term with one wrong character, from the start of one of its words: a `TypoMatch`. */
export function matchTypo(names: NameTable, name: number, { points }: FuzzyTerm): number {
  const { bytes, starts } = names;
  const start = starts[name]!;
  const end = starts[name + 1]!;
  const matched = lengthWithTypo(bytes, start, end, points);
  if (matched !== -1)
    return start + matched === end || bytes[start + matched] === DOT ? TypoMatch.stem : TypoMatch.start;
  for (let at = start + 1; at + points.length - 1 <= end; at++) {
    const isMatch = isWordStart(bytes[at - 1]!, bytes[at]!) && lengthWithTypo(bytes, at, end, points) !== -1;
    if (isMatch) return TypoMatch.inside;
  }
  return TypoMatch.none;
}

/** How a name spells a term that has a wrong, extra or missing character. */
interface Spelling {
  /** Shape: in lower case. */
  readonly text: string;
  /** Whether the spelling ends a word of the name. */
  readonly isWord: boolean;
}

/** The name's spelling of a mistyped term, from the start of one of its words; `undefined` when it has none. */
export function findSpellingIn(names: NameTable, name: number, { points }: FuzzyTerm): Spelling | undefined {
  const { bytes, starts } = names;
  const start = starts[name]!;
  const end = starts[name + 1]!;
  for (let at = start; at + points.length - 1 <= end; at++) {
    if (at > start && !isWordStart(bytes[at - 1]!, bytes[at]!)) continue;
    const length = lengthOfSpelling(bytes, at, end, points);
    if (length === -1) continue;
    const behind = at + length;
    const last = bytes[behind - 1]!;
    const isWord = behind === end || isSeparator(bytes[behind]!) || isWordStart(last, bytes[behind]!);
    return { text: String.fromCharCode(...bytes.subarray(at, behind).map(foldByte)), isWord };
  }
  return undefined;
}

/**
 * The length in bytes of a match from `start` on that is `wanted` with one character replaced, two swapped or one
 * extra; -1 when there is none.
 */
function lengthWithTypo(bytes: Uint8Array, start: number, end: number, wanted: Uint32Array): number {
  const { length } = wanted;
  if (start + length - 1 > end) return -1;
  const same = sameAtStart(bytes, start, end, wanted);
  if (same === length) return -1;
  const at = start + same;
  if (isSame(bytes, at + 1, end, wanted, same + 1)) return length;
  const isSwap =
    at + 1 < end && foldByte(bytes[at]!) === wanted[same + 1] && foldByte(bytes[at + 1]!) === wanted[same];
  if (isSwap && isSame(bytes, at + 2, end, wanted, same + 2)) return length;
  return isSame(bytes, at, end, wanted, same + 1) ? length - 1 : -1;
}

/**
 * Like `lengthWithTypo`, but `wanted` may also lack a character. For a word whose last letter was typed twice, the
 * character after the word is not taken for a letter.
 */
function lengthOfSpelling(bytes: Uint8Array, start: number, end: number, wanted: Uint32Array): number {
  const same = sameAtStart(bytes, start, end, wanted);
  if (same === wanted.length) return -1;
  if (isSame(bytes, start + same + 1, end, wanted, same)) return wanted.length + 1;
  if (isSame(bytes, start + same, end, wanted, same + 1)) return wanted.length - 1;
  return lengthWithTypo(bytes, start, end, wanted);
}

/** How many bytes from `start` on equal the start of `wanted`. */
function sameAtStart(bytes: Uint8Array, start: number, end: number, wanted: Uint32Array): number {
  let same = 0;
  while (same < wanted.length && start + same < end && foldByte(bytes[start + same]!) === wanted[same])
    same++;
  return same;
}

/** Whether the bytes at `at` equal `wanted` from index `from` on. */
function isSame(bytes: Uint8Array, at: number, end: number, wanted: Uint32Array, from: number): boolean {
  if (at + wanted.length - from > end) return false;
  for (let index = from; index < wanted.length; index++) {
    if (foldByte(bytes[at + index - from]!) !== wanted[index]) return false;
  }
  return true;
}

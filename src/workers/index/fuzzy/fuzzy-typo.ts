import { foldByte } from '../../names/compare-names.js';
import type { NameTable } from '../../names/name-table.js';
import type { FuzzyTerm } from './fuzzy-term.js';
import type { Segment } from '../segment/segment.js';
import { isSeparator, isWordStart } from '../../names/word-starts.js';

// With fewer letters one wrong makes another word.
const MIN_LENGTH = 5;

// Two characters swapped are in three pairs.
const MAX_PAIRS_LOST = 3;

/** How a name has a term with one character wrong: not at all, inside it, from its start, or as all of its stem. */
export const TypoMatch = { none: 0, inside: 1, start: 2, stem: 3 } as const;

const DOT = 46;

/** Whether a term is long enough that one character in it may be wrong, and is sought in names only. */
export function mayHaveTypo(term: FuzzyTerm): boolean {
  return term.isAscii && term.directoryLength === 0 && term.length >= MIN_LENGTH;
}

/**
 * The names that may have a term with one character wrong, judged by their masks: one that is replaced or too much
 * takes one character and at most two pairs away, two that are swapped three pairs.
 */
export function namesLike({ nameMasks, pairMasks }: Segment, { restMasks, pairBits }: FuzzyTerm): number[] {
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

/** How a name has a term from the start of one of its words on, but for one character: a `TypoMatch`. */
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

/** How a name spells a term in which one character is wrong, too much or missing. */
export interface Spelling {
  /** Shape: in lower case. */
  readonly text: string;
  /** Whether a word of the name ends with it. */
  readonly isWord: boolean;
}

/** How a name spells a misspelt term from the start of one of its words on; `undefined` when it does not. */
export function spellingIn(names: NameTable, name: number, { points }: FuzzyTerm): Spelling | undefined {
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

/** How many bytes from `start` on are the wanted ones with one replaced, two swapped or one too much typed; else -1. */
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

/** The same, or with one missing. Behind a word whose last letter was typed twice its end is not taken for a letter. */
function lengthOfSpelling(bytes: Uint8Array, start: number, end: number, wanted: Uint32Array): number {
  const same = sameAtStart(bytes, start, end, wanted);
  if (same === wanted.length) return -1;
  if (isSame(bytes, start + same + 1, end, wanted, same)) return wanted.length + 1;
  if (isSame(bytes, start + same, end, wanted, same + 1)) return wanted.length - 1;
  return lengthWithTypo(bytes, start, end, wanted);
}

/** How many bytes from `start` on are the wanted ones. */
function sameAtStart(bytes: Uint8Array, start: number, end: number, wanted: Uint32Array): number {
  let same = 0;
  while (same < wanted.length && start + same < end && foldByte(bytes[start + same]!) === wanted[same])
    same++;
  return same;
}

/** Whether the wanted bytes from `from` on stand at `at`. */
function isSame(bytes: Uint8Array, at: number, end: number, wanted: Uint32Array, from: number): boolean {
  if (at + wanted.length - from > end) return false;
  for (let index = from; index < wanted.length; index++) {
    if (foldByte(bytes[at + index - from]!) !== wanted[index]) return false;
  }
  return true;
}

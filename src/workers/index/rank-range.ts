import { foldByte } from '../names/compare-names.js';
import type { NameTable } from '../names/name-table.js';

/** The ranks in `[from, to)`. */
export interface RankRange {
  readonly from: number;
  readonly to: number;
}

/** The ranks of the names that start with `head`, case aside. Shape of it: ASCII in lower case. */
export function ranksWithPrefix({ bytes, starts }: NameTable, head: Uint8Array): RankRange {
  const count = starts.length - 1;
  const compare = (rank: number): number => comparePrefix(bytes, starts[rank]!, starts[rank + 1]!, head);
  const from = firstWhere(0, count, (rank) => compare(rank) >= 0);
  return { from, to: firstWhere(from, count, (rank) => compare(rank) > 0) };
}

/** The part of `words`, places in `bytes`, where `head` stands, case aside; it may run past the end of a name. */
export function wordsWithPrefix({ bytes }: NameTable, words: Uint32Array, head: Uint8Array): RankRange {
  const compare = (word: number): number => comparePrefix(bytes, words[word]!, bytes.length, head);
  const from = firstWhere(0, words.length, (word) => compare(word) >= 0);
  return { from, to: firstWhere(from, words.length, (word) => compare(word) > 0) };
}

/** The first number in `[from, to)` for which `isAtLeast` holds, where it holds for all after it as well; else `to`. */
export function firstWhere(from: number, to: number, isAtLeast: (at: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAtLeast(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** 0 when `head` stands at `start`; below 0 when what stands there comes before it in order. */
function comparePrefix(bytes: Uint8Array, start: number, end: number, head: Uint8Array): number {
  for (let at = 0; at < head.length; at++) {
    if (start + at >= end) return -1;
    const difference = foldByte(bytes[start + at]!) - head[at]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

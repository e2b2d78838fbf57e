import { foldByte } from './compare-names.js';
import type { NameTable } from './name-table.js';
import { SORTED_BYTES } from './sorted-bytes.js';

/** The ranks in `[from, to)`. */
export interface RankRange {
  readonly from: number;
  readonly to: number;
}

/** The ranks of the names that start with `head`, ignoring ASCII case. Shape: `head` is ASCII in lower case. */
export function ranksWithPrefix({ bytes, starts }: NameTable, head: Uint8Array): RankRange {
  const count = starts.length - 1;
  const compare = (rank: number): number => comparePrefix(bytes, starts[rank]!, starts[rank + 1]!, head);
  const from = lowerBound(0, count, (rank) => compare(rank) >= 0);
  return { from, to: lowerBound(from, count, (rank) => compare(rank) > 0) };
}

/** The part of `words` (offsets in `bytes`) where `head` occurs, ignoring ASCII case, even beyond a name's end. */
export function wordsWithPrefix({ bytes }: NameTable, words: Uint32Array, head: Uint8Array): Uint32Array {
  const compareTo =
    (start: Uint8Array) =>
    (place: number): number =>
      comparePrefix(bytes, place, bytes.length, start);
  const compare = compareTo(head.subarray(0, SORTED_BYTES));
  const from = lowerBound(0, words.length, (word) => compare(words[word]!) >= 0);
  const to = lowerBound(from, words.length, (word) => compare(words[word]!) > 0);
  const range = words.subarray(from, to);
  if (head.length <= SORTED_BYTES) return range;
  const compareWhole = compareTo(head);
  return range.filter((place) => compareWhole(place) === 0);
}

/** Binary search: the first number in `[from, to)` for which the monotonic `isAtLeast` holds; `to` for none. */
export function lowerBound(from: number, to: number, isAtLeast: (at: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isAtLeast(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** 0 when the bytes at `start` begin with `head`; negative when they sort before it. */
function comparePrefix(bytes: Uint8Array, start: number, end: number, head: Uint8Array): number {
  for (let at = 0; at < head.length; at++) {
    if (start + at >= end) return -1;
    const difference = foldByte(bytes[start + at]!) - head[at]!;
    if (difference !== 0) return difference;
  }
  return 0;
}

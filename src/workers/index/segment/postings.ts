import type { Segment } from './segment.js';

/** The bit in `Segment.nameEntries` that marks a position in `Segment.postings`; no entry has so high a number. */
export const MANY_ENTRIES = 0x8000_0000;

/** Entry numbers: a range of an array, ascending. */
interface EntryNumbers {
  readonly numbers: Uint32Array;
  readonly from: number;
  readonly to: number;
}

/** The entries whose name has this rank, without the root and placeholders. */
export function entriesNamed(
  { nameEntries, postings }: Pick<Segment, 'nameEntries' | 'postings'>,
  rank: number,
): EntryNumbers {
  const entry = nameEntries[rank]!;
  if (entry === 0) return { numbers: nameEntries, from: rank, to: rank };
  if (entry < MANY_ENTRIES) return { numbers: nameEntries, from: rank, to: rank + 1 };
  const from = entry - MANY_ENTRIES + 1;
  return { numbers: postings, from, to: from + postings[from - 1]! };
}

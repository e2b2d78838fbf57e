import type { Segment } from './segment.js';

/** What `Segment.nameEntries` adds to a place in `Segment.postings`; no entry has so high a number. */
export const MANY_ENTRIES = 0x8000_0000;

/** Numbers of entries: a piece of an array, ascending. */
export interface EntryNumbers {
  readonly numbers: Uint32Array;
  readonly from: number;
  readonly to: number;
}

/** The entries of the name of a rank; the root and shadows are not among them. */
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

import type { NameBytes } from './compare-names.js';
import type { NameTable } from './name-table.js';

/** Sorted names, and the rank of each name by its original number. */
export interface RankedNames {
  readonly names: NameTable;
  /** By number: the name's rank. */
  readonly ranks: Uint32Array<ArrayBuffer>;
}

/** Room for these names in order. */
export function allocateRankedNames({ starts }: NameBytes): RankedNames {
  const count = starts.length - 1;
  const names = { bytes: new Uint8Array(starts[count]!), starts: new Uint32Array(count + 1) };
  return { names, ranks: new Uint32Array(count) };
}

/** Writes the names of the ranks `[from, to)`, after all those before. `order` holds all numbers, sorted. */
export function arrangeNames(
  { bytes, starts }: NameBytes,
  order: Uint32Array,
  { names, ranks }: RankedNames,
  from: number,
  to: number,
): void {
  let end = names.starts[from]!;
  for (let rank = from; rank < to; rank++) {
    const number = order[rank]!;
    ranks[number] = rank;
    const nameEnd = starts[number + 1]!;
    for (let at = starts[number]!; at < nameEnd; at++) names.bytes[end++] = bytes[at]!;
    names.starts[rank + 1] = end;
  }
}

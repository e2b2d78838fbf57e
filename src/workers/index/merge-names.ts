import { compareNames, foldByte } from '../names/compare-names.js';
import type { NameTable } from '../names/name-table.js';
import type { Sliced } from './slices.js';

/** Several tables of names as one. */
export interface MergedNames {
  /** The empty name is the first. */
  readonly names: NameTable;
  /** For each table, by rank in it: the rank in `names`, or 0 for a name that was left out. */
  readonly ranks: readonly Uint32Array<ArrayBuffer>[];
}

// Folded bytes that decide most comparisons: as a number they are exact.
const KEY_BYTES = 6;
// Behind the key of any name.
const AT_END = 0x100 ** KEY_BYTES;
// Names merged in less than a millisecond.
const STEP = 4096;

/**
 * Merges tables of names. `isUsed`, where it is given for a table, says by rank which of its names are wanted: those
 * that are not 0. Cost: linear in the bytes, times the number of tables.
 */
export function* mergeNames(
  tables: readonly NameTable[],
  isUsed: readonly (Uint8Array | undefined)[] = [],
): Sliced<MergedNames> {
  const ranks = tables.map((table) => new Uint32Array(table.starts.length - 1));
  const bytes = new Uint8Array(tables.reduce((sum, table) => sum + table.bytes.length, 0));
  const starts = new Uint32Array(ranks.reduce((sum, { length }) => sum + length, 2));
  const heads = tables.map((table, index) => new Head(table, isUsed[index]));
  let count = 1;
  let end = 0;
  for (;;) {
    const first = firstOf(heads);
    if (first.key === AT_END) break;
    const { table, rank } = first;
    const start = table.starts[rank]!;
    const nameEnd = table.starts[rank + 1]!;
    for (let at = start; at < nameEnd; at++) bytes[end++] = table.bytes[at]!;
    starts[count + 1] = end;
    for (let index = 0; index < heads.length; index++) {
      const head = heads[index]!;
      if (head !== first && !isSame(head, first)) continue;
      ranks[index]![head.rank] = count;
      if (head !== first) head.advance();
    }
    first.advance();
    if (++count % STEP === 0) yield;
  }
  return { names: { bytes: bytes.slice(0, end), starts: starts.slice(0, count + 1) }, ranks };
}

/** The next name of a table to be merged. */
class Head {
  readonly table: NameTable;
  readonly #isUsed: Uint8Array | undefined;
  rank = -1;
  /** The first folded bytes of the name. */
  key = 0;

  constructor(table: NameTable, isUsed: Uint8Array | undefined) {
    this.table = table;
    this.#isUsed = isUsed;
    this.advance();
  }

  advance(): void {
    const { bytes, starts } = this.table;
    const count = starts.length - 1;
    // The empty name is there anyway.
    do this.rank++;
    while (
      this.rank < count &&
      (this.#isUsed?.[this.rank] === 0 || starts[this.rank] === starts[this.rank + 1])
    );
    if (this.rank >= count) {
      this.key = AT_END;
      return;
    }
    const start = starts[this.rank]!;
    const end = starts[this.rank + 1]!;
    let key = 0;
    for (let at = start; at < start + KEY_BYTES; at++)
      key = key * 0x100 + (at < end ? foldByte(bytes[at]!) : 0);
    this.key = key;
  }
}

function firstOf(heads: readonly Head[]): Head {
  let first = heads[0]!;
  for (let index = 1; index < heads.length; index++) {
    const head = heads[index]!;
    if (head.key < first.key || (head.key === first.key && head.key !== AT_END && compare(head, first) < 0)) {
      first = head;
    }
  }
  return first;
}

function isSame(one: Head, other: Head): boolean {
  return one.key === other.key && one.rank < one.table.starts.length - 1 && compare(one, other) === 0;
}

function compare(one: Head, other: Head): number {
  return compareNames(one.table, one.rank, other.table, other.rank);
}

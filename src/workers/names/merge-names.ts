import { compareNames, foldByte } from './compare-names.js';
import type { NameTable } from './name-table.js';
import type { Cooperative } from '../../actors/runtime/slices.js';

/** Several name tables merged into one. */
export interface MergedNames {
  /** The empty name is always the first. */
  readonly names: NameTable;
  /** By table and by rank in it: the rank in `names`, or 0 for a name that was left out. */
  readonly ranks: readonly Uint32Array<ArrayBuffer>[];
}

// The folded bytes in a sort key, which decide most comparisons: more do not fit exactly into a number.
const KEY_BYTES = 6;
const NO_KEY = -1;
// Names merged in less than a millisecond.
const STEP = 2048;

/**
 * Merges name tables. `isUsed` may give, for each table, the names to include: by rank, those that are not 0.
 * Cost: linear in the bytes, times the logarithm of the number of tables.
 */
export function* mergeNames(
  tables: readonly NameTable[],
  isUsed: readonly (Uint8Array | undefined)[] = [],
): Cooperative<MergedNames> {
  const merge = new Merge(tables, isUsed);
  while (merge.take(STEP)) yield;
  return merge.finish();
}

class Merge {
  readonly #ranks: readonly Uint32Array<ArrayBuffer>[];
  readonly #bytes: Uint8Array<ArrayBuffer>;
  readonly #starts: Uint32Array<ArrayBuffer>;
  readonly #heads: Heads;
  /** The rank of the last merged name, which an equal name of another table shares. */
  #last = 0;
  #lastKey = NO_KEY;
  #end = 0;

  constructor(tables: readonly NameTable[], isUsed: readonly (Uint8Array | undefined)[]) {
    this.#ranks = tables.map((table) => new Uint32Array(table.starts.length - 1));
    this.#bytes = new Uint8Array(tables.reduce((sum, table) => sum + table.bytes.length, 0));
    this.#starts = new Uint32Array(this.#ranks.reduce((sum, { length }) => sum + length, 2));
    this.#heads = new Heads(tables, isUsed);
  }

  /** Merges the next `count` names; returns false when there are no more. */
  take(count: number): boolean {
    for (let taken = 0; taken < count; taken++) {
      const head = this.#heads.first;
      if (head === undefined) return false;
      if (head.key !== this.#lastKey || !this.#isLast(head)) this.#append(head);
      this.#ranks[head.index]![head.rank] = this.#last;
      this.#heads.advance();
    }
    return true;
  }

  finish(): MergedNames {
    const names = {
      bytes: this.#bytes.slice(0, this.#end),
      starts: this.#starts.slice(0, this.#last + 2),
    };
    return { names, ranks: this.#ranks };
  }

  #append({ table: { bytes, starts }, rank, key }: Head): void {
    const merged = this.#bytes;
    const nameEnd = starts[rank + 1]!;
    let end = this.#end;
    for (let at = starts[rank]!; at < nameEnd; at++) merged[end++] = bytes[at]!;
    this.#end = end;
    this.#lastKey = key;
    this.#starts[++this.#last + 1] = end;
  }

  #isLast({ table: { bytes, starts }, rank }: Head): boolean {
    const merged = this.#bytes;
    const lastStart = this.#starts[this.#last]!;
    const start = starts[rank]!;
    const length = starts[rank + 1]! - start;
    if (this.#end - lastStart !== length) return false;
    for (let at = 0; at < length; at++) {
      if (merged[lastStart + at] !== bytes[start + at]) return false;
    }
    return true;
  }
}

/** A heap of the next name of each table, with the first of them on top. */
class Heads {
  readonly #heap: Head[];

  constructor(tables: readonly NameTable[], isUsed: readonly (Uint8Array | undefined)[]) {
    this.#heap = tables
      .map((table, index) => new Head(table, index, isUsed[index]))
      .filter((head) => head.advance());
    for (let at = (this.#heap.length >> 1) - 1; at >= 0; at--) this.#sink(at);
  }

  get first(): Head | undefined {
    return this.#heap[0];
  }

  /** Replaces the top by the next name of its table. */
  advance(): void {
    const heap = this.#heap;
    if (!heap[0]!.advance()) {
      const last = heap.pop()!;
      if (heap.length === 0) return;
      heap[0] = last;
    }
    this.#sink(0);
  }

  #sink(from: number): void {
    const heap = this.#heap;
    const head = heap[from]!;
    let at = from;
    for (let child = 2 * at + 1; child < heap.length; child = 2 * at + 1) {
      if (child + 1 < heap.length && compareHeads(heap[child + 1]!, heap[child]!) < 0) child++;
      if (compareHeads(head, heap[child]!) <= 0) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = head;
  }
}

/** A cursor over the names of one table. */
class Head {
  readonly table: NameTable;
  readonly index: number;
  readonly #isUsed: Uint8Array | undefined;
  rank = -1;
  /** The sort key: the first folded bytes of the name. */
  key = 0;

  constructor(table: NameTable, index: number, isUsed: Uint8Array | undefined) {
    this.table = table;
    this.index = index;
    this.#isUsed = isUsed;
  }

  /** Moves to the next included name; returns false at the end. Skips the empty name, which is always included. */
  advance(): boolean {
    const { bytes, starts } = this.table;
    const count = starts.length - 1;
    let rank = this.rank + 1;
    while (rank < count && (this.#isUsed?.[rank] === 0 || starts[rank] === starts[rank + 1])) rank++;
    this.rank = rank;
    if (rank >= count) return false;
    const start = starts[rank]!;
    const end = starts[rank + 1]!;
    let key = 0;
    for (let at = start; at < start + KEY_BYTES; at++) {
      key = key * 0x100 + (at < end ? foldByte(bytes[at]!) : 0);
    }
    this.key = key;
    return true;
  }
}

function compareHeads(one: Head, other: Head): number {
  return one.key - other.key || compareNames(one.table, one.rank, other.table, other.rank);
}

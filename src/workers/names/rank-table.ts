import { hashName } from './encoded-path.js';
import type { NameTable } from './name-table.js';
import { homeSlot, allocateSlots } from '../collections/hash-slots.js';
import { inSlices, type Cooperative } from '../../actors/runtime/slices.js';

/** A hash table from names to ranks. The empty name is not in it. */
export class RankTable {
  readonly #names: NameTable;
  /** Shape: 0, the rank of the empty name, marks a free slot. */
  readonly slots: Uint32Array<ArrayBuffer>;

  /** `slots` are those of an earlier table of the same names. */
  constructor(names: NameTable, slots: Uint32Array<ArrayBuffer>) {
    this.#names = names;
    this.slots = slots;
  }

  /** Builds a table. Cost: some 40 ns a name. */
  static *of(names: NameTable): Cooperative<RankTable> {
    const table = new RankTable(names, allocateSlots(names.starts.length - 1));
    yield* inSlices(names.starts.length - 1, (from, to) => {
      table.#addAll(Math.max(from, 1), to);
    });
    return table;
  }

  /** The rank of the name `bytes.subarray(start, end)` with this hash; -1 when there is no such name. */
  find(bytes: Uint8Array, start: number, end: number, hash: number): number {
    const { bytes: own, starts } = this.#names;
    const { slots } = this;
    const length = end - start;
    let slot = homeSlot(hash, slots.length);
    for (let rank = slots[slot]!; rank !== 0; rank = slots[slot]!) {
      const ownStart = starts[rank]!;
      if (starts[rank + 1]! - ownStart === length) {
        let same = 0;
        while (same < length && own[ownStart + same] === bytes[start + same]) same++;
        if (same === length) return rank;
      }
      if (++slot === slots.length) slot = 0;
    }
    return -1;
  }

  #addAll(from: number, to: number): void {
    const { bytes, starts } = this.#names;
    const { slots } = this;
    for (let rank = from; rank < to; rank++) {
      let slot = homeSlot(hashName(bytes, starts[rank]!, starts[rank + 1]!), slots.length);
      while (slots[slot] !== 0) if (++slot === slots.length) slot = 0;
      slots[slot] = rank;
    }
  }
}

import { NameInterner } from './name-interner.js';
import type { NameTable } from './name-table.js';
import { arrangeNames, type RankedNames, unranked } from './rank-names.js';
import { inSlices, type Cooperative } from '../../actors/runtime/slices.js';
import { sortManyNames } from './radix-sort-names.js';

/** Names one after the other, and which ones they are. */
export interface NumberedNames {
  /** Of each its number. */
  readonly numbers: Uint32Array;
  /** Where each starts, and at last where all end. */
  readonly starts: Uint32Array;
}

/** Names from parts of a scan, from tables, or one by one: each gets a number, and in the end a rank. */
export class DraftNames {
  readonly #interner = new NameInterner();

  constructor() {
    // A segment has the empty name whether or not anything is called so.
    this.addText('');
  }

  /** The number of a name, a new one when it has none. */
  addText(name: string): number {
    const bytes = Buffer.from(name, 'utf8');
    return this.#interner.add(bytes, 0, bytes.length);
  }

  /** Gives so many names numbers. Shape: UTF-8, behind each name a NUL. */
  *add(bytes: Uint8Array, count: number): Cooperative<NumberedNames> {
    const names = { numbers: new Uint32Array(count), starts: new Uint32Array(count + 1) };
    yield* inSlices(count, (from, to) => {
      this.#addSome(bytes, names, from, to);
    });
    return names;
  }

  /** Gives names of a table numbers, by rank: those that `isUsed` has a 1 for. */
  *addTable({ bytes, starts }: NameTable, isUsed: Uint8Array): Cooperative<Uint32Array> {
    const numbers = new Uint32Array(isUsed.length);
    yield* inSlices(isUsed.length, (from, to) => {
      for (let rank = from; rank < to; rank++) {
        if (isUsed[rank] === 1) numbers[rank] = this.#interner.add(bytes, starts[rank]!, starts[rank + 1]!);
      }
    });
    return numbers;
  }

  /** All of them in order. Cost: 0.3 us a name. */
  *rank(): Cooperative<RankedNames> {
    const { names } = this.#interner;
    const order = yield* sortManyNames(names);
    const ranked = unranked(names);
    yield* inSlices(order.length, (from, to) => {
      arrangeNames(names, order, ranked, from, to);
    });
    return ranked;
  }

  #addSome(bytes: Uint8Array, { numbers, starts }: NumberedNames, from: number, to: number): void {
    const interner = this.#interner;
    let start = starts[from]!;
    for (let name = from; name < to; name++) {
      let end = start;
      while (bytes[end] !== 0) end++;
      numbers[name] = interner.add(bytes, start, end);
      start = end + 1;
      starts[name + 1] = start;
    }
  }
}

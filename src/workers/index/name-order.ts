import { sortNames, compareNames, type FoldedBytes } from './sort-names.js';

// Names not yet sorted are read one by one at each search: a thousand cost a few microseconds.
const MIN_TAIL = 1024;
// Merging copies the whole order, so it waits until the tail is worth it.
const MAX_TAIL_SHARE = 1 / 16;

/** The names of an index by their UTF-8 bytes with ASCII case folded, so that a prefix is one binary search. */
export class NameOrder {
  readonly #names: FoldedBytes;
  #sorted = new Uint32Array(0);
  #tail: number[] = [];

  constructor(names: FoldedBytes) {
    this.#names = names;
  }

  /** Units: bytes held. */
  get bytes(): number {
    return this.#sorted.byteLength + this.#tail.length * 8;
  }

  /** Adds a name that is not there yet. */
  add(id: number): void {
    this.#tail.push(id);
  }

  /** Drops every name that `isUsed` does not know. */
  collect(isUsed: (id: number) => boolean): void {
    this.#sorted = this.#sorted.filter(isUsed);
    this.#tail = this.#tail.filter(isUsed);
  }

  /** Sorts what was added since. Cost: 30 ms for 100,000 names. */
  settle(): void {
    if (this.#tail.length === 0) return;
    const added = Uint32Array.from(this.#tail);
    this.#tail = [];
    sortNames(this.#names, added);
    this.#sorted = this.#sorted.length === 0 ? added : this.#merge(this.#sorted, added);
  }

  /**
   * Calls `visit` for each name that starts with `prefix`, in no particular order.
   * Shape: UTF-8 bytes, ASCII case folded; the case of other letters is not looked at.
   */
  withPrefix(prefix: Uint8Array, visit: (id: number) => void): void {
    if (this.#tail.length > Math.max(MIN_TAIL, this.#sorted.length * MAX_TAIL_SHARE)) this.settle();
    const end = this.#firstWhere((id) => this.#comparePrefix(id, prefix) > 0);
    for (let at = this.#firstWhere((id) => this.#comparePrefix(id, prefix) >= 0); at < end; at++) {
      visit(this.#sorted[at]!);
    }
    for (const id of this.#tail) if (this.#comparePrefix(id, prefix) === 0) visit(id);
  }

  #merge(one: Uint32Array, other: Uint32Array): Uint32Array<ArrayBuffer> {
    const merged = new Uint32Array(one.length + other.length);
    let a = 0;
    let b = 0;
    for (let at = 0; at < merged.length; at++) {
      const takesOne =
        b === other.length || (a < one.length && compareNames(this.#names, one[a]!, other[b]!, 0) <= 0);
      merged[at] = takesOne ? one[a++]! : other[b++]!;
    }
    return merged;
  }

  #firstWhere(isBehind: (id: number) => boolean): number {
    let low = 0;
    let high = this.#sorted.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBehind(this.#sorted[middle]!)) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  /** Below 0 when the name sorts before all that start with `prefix`, 0 when it starts so, else above 0. */
  #comparePrefix(id: number, prefix: Uint8Array): number {
    for (let depth = 0; depth < prefix.length; depth++) {
      const difference = this.#names.foldedByte(id, depth) - prefix[depth]!;
      if (difference !== 0) return difference;
    }
    return 0;
  }
}

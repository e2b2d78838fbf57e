import { sortNames } from './sort-names.js';
import type { NameTable } from './name-table.js';

/** Names in order, and where each name that was added is among them. */
export interface RankedNames {
  readonly names: NameTable;
  /** By number: the name's rank. */
  readonly ranks: Uint32Array<ArrayBuffer>;
}

// The names of a few directories; four times as many each time it is full, as growing means to find all their places anew.
const MIN_NAMES = 64;
const MIN_BYTES = 1024;
const GROWTH = 4;
// More than that, and look-ups would have to probe too often.
const MAX_LOAD = 1 / 2;
// UTF-8 needs no more for a UTF-16 unit.
const MAX_UNIT_BYTES = 3;

const encoder = new TextEncoder();

/**
 * Distinct names, each with a number: 0 for the first that was added, and so on.
 * A lone surrogate, which UTF-8 cannot hold, becomes U+FFFD.
 */
export class NameSet {
  #bytes = new Uint8Array(MIN_BYTES);
  #starts = new Uint32Array(MIN_NAMES + 1);
  #hashes = new Int32Array(MIN_NAMES);
  /** Numbers + 1 by hash, 0 where there is none. Shape: a power of two. */
  #slots = new Uint32Array(MIN_NAMES / MAX_LOAD);
  #size = 0;

  /** How many names there are. */
  get size(): number {
    return this.#size;
  }

  /** The number of a name, a new one when it has none. Cost: about 0.05 us, and nothing is allocated but when it grows. */
  add(name: string): number {
    const start = this.#starts[this.#size]!;
    const end = this.#append(name, start);
    const bytes = this.#bytes;
    // FNV-1a, mixed so that the low bits, which choose the slot, depend on all of it.
    let hash = 0x811c9dc5;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
    hash ^= hash >>> 15;

    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = this.#slots[slot]! - 1;
      if (number === -1) return this.#keep(slot, hash, end);
      if (this.#hashes[number] === hash && this.#isAt(number, start, end)) return number;
    }
  }

  /** The names in order. Nothing is added afterwards. */
  rank(): RankedNames {
    const count = this.#size;
    const bytes = this.#bytes;
    const starts = this.#starts;
    const order = new Uint32Array(count);
    for (let number = 0; number < count; number++) order[number] = number;
    sortNames({ bytes, starts }, order);
    const ranks = new Uint32Array(count);
    const ranked = { bytes: new Uint8Array(starts[count]!), starts: new Uint32Array(count + 1) };
    let end = 0;
    for (let rank = 0; rank < count; rank++) {
      const number = order[rank]!;
      ranks[number] = rank;
      for (let at = starts[number]!; at < starts[number + 1]!; at++) ranked.bytes[end++] = bytes[at]!;
      ranked.starts[rank + 1] = end;
    }
    return { names: ranked, ranks };
  }

  /** Writes a name behind the others, of which it is none yet, and returns where it ends. */
  #append(name: string, start: number): number {
    const needed = start + name.length * MAX_UNIT_BYTES;
    if (needed > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(needed, this.#bytes.length * GROWTH));
      grown.set(this.#bytes.subarray(0, start));
      this.#bytes = grown;
    }
    const bytes = this.#bytes;
    for (let at = 0; at < name.length; at++) {
      const unit = name.charCodeAt(at);
      if (unit >= 0x80) return start + encoder.encodeInto(name, bytes.subarray(start)).written;
      bytes[start + at] = unit;
    }
    return start + name.length;
  }

  #isAt(number: number, start: number, end: number): boolean {
    const known = this.#starts[number]!;
    if (this.#starts[number + 1]! - known !== end - start) return false;
    const bytes = this.#bytes;
    for (let at = start; at < end; at++) if (bytes[at] !== bytes[known + at - start]) return false;
    return true;
  }

  /** Makes the name that was appended last one of them. */
  #keep(slot: number, hash: number, end: number): number {
    const number = this.#size++;
    this.#slots[slot] = number + 1;
    this.#hashes[number] = hash;
    this.#starts[number + 1] = end;
    if (this.#size === this.#hashes.length) this.#grow();
    return number;
  }

  #grow(): void {
    const capacity = this.#size * GROWTH;
    const hashes = new Int32Array(capacity);
    hashes.set(this.#hashes);
    const starts = new Uint32Array(capacity + 1);
    starts.set(this.#starts);
    const slots = new Uint32Array(capacity / MAX_LOAD);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#size; number++) {
      let slot = hashes[number]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#hashes = hashes;
    this.#starts = starts;
    this.#slots = slots;
  }
}

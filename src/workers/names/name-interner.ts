import { resizeArray } from '../collections/resize-array.js';
import type { NameBytes } from './compare-names.js';

// The offset basis of 32-bit FNV-1a.
const HASH_START = 0x811c9dc5 | 0;
const HASH_FACTOR = 0x01000193;

// The names of some dozen directories. Shape: powers of two.
const MIN_NAMES = 0x400;
const MIN_BYTES = 0x4000;
const GROWTH = 4;

/** Numbers distinct names in the order in which they are first added, from 0 on. */
export class NameInterner {
  #bytes = new Uint8Array(MIN_BYTES);
  #starts = new Uint32Array(MIN_NAMES + 1);
  #hashes = new Int32Array(MIN_NAMES);
  // Hash slots: a number plus 1; 0 when the slot is free.
  #slots = new Uint32Array(MIN_NAMES * 2);
  #count = 0;

  /** The number of the name `source.subarray(start, end)`; adds the name if it is new. */
  add(source: Uint8Array, start: number, end: number): number {
    const count = this.#count;
    const length = end - start;
    // The offset that the name gets if it is new.
    const own = this.#starts[count]!;
    if (count === this.#hashes.length) this.#growNames();
    if (own + length > this.#bytes.length) this.#growBytes(own + length);
    const bytes = this.#bytes;
    const starts = this.#starts;
    const hashes = this.#hashes;
    const slots = this.#slots;
    const mask = slots.length - 1;
    let hash = HASH_START;
    for (let at = 0; at < length; at++) {
      const byte = source[start + at]!;
      bytes[own + at] = byte;
      hash = Math.imul(hash ^ byte, HASH_FACTOR);
    }
    let slot = homeSlot(hash, mask);
    for (let number = slots[slot]! - 1; number !== -1; number = slots[slot]! - 1) {
      const other = starts[number]!;
      if (hashes[number] === hash && other + length === starts[number + 1]) {
        let same = 0;
        while (same < length && bytes[other + same] === bytes[own + same]) same++;
        if (same === length) return number;
      }
      slot = (slot + 1) & mask;
    }
    slots[slot] = count + 1;
    hashes[count] = hash;
    starts[count + 1] = own + length;
    this.#count = count + 1;
    return count;
  }

  /** The names by number. Shares memory with the interner, so it is valid until the next `add`. */
  get names(): NameBytes {
    const starts = this.#starts.subarray(0, this.#count + 1);
    return { bytes: this.#bytes.subarray(0, starts[this.#count]), starts };
  }

  /** At least half of the slots stay free. */
  #growNames(): void {
    const room = this.#hashes.length * GROWTH;
    this.#starts = resizeArray(this.#starts, room + 1);
    this.#hashes = resizeArray(this.#hashes, room);
    const slots = new Uint32Array(room * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#count; number++) {
      let slot = homeSlot(this.#hashes[number]!, mask);
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }

  #growBytes(needed: number): void {
    this.#bytes = resizeArray(this.#bytes, Math.max(needed, this.#bytes.length * GROWTH));
  }
}

function homeSlot(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask;
}

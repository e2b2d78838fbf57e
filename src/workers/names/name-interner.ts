// FNV-1a's, of 32 bits.
const HASH_START = 0x811c9dc5 | 0;
const HASH_FACTOR = 0x01000193;

// The names of some dozen directories. Shape: powers of two.
const MIN_NAMES = 0x400;
const MIN_BYTES = 0x4000;
const GROWTH = 4;

/** Names in any order, each once. A name's number is its place. Plain data that crosses a thread. */
export interface DistinctNames {
  /** The names one after the other. Shape: UTF-8, nothing between them. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Where each name starts in `bytes`, and at last where all end. Shape: one more than there are names. */
  readonly starts: Uint32Array<ArrayBuffer>;
}

/** Gives distinct names numbers: 0 to the first that was added, and so on. */
export class NameInterner {
  #bytes = new Uint8Array(MIN_BYTES);
  #starts = new Uint32Array(MIN_NAMES + 1);
  #hashes = new Int32Array(MIN_NAMES);
  // What is there: a number and 1.
  #slots = new Uint32Array(MIN_NAMES * 2);
  #count = 0;

  /** The number of the name `source.subarray(start, end)`, a new one when it has none. */
  add(source: Uint8Array, start: number, end: number): number {
    const count = this.#count;
    const length = end - start;
    // Where it stays if it is new.
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
    let slot = homeOf(hash, mask);
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

  /** The names by number, in memory that is used on when more are added. */
  get names(): DistinctNames {
    const starts = this.#starts.subarray(0, this.#count + 1);
    return { bytes: this.#bytes.subarray(0, starts[this.#count]), starts };
  }

  /** Half of the slots at least stay free. */
  #growNames(): void {
    const room = this.#hashes.length * GROWTH;
    this.#starts = grown(new Uint32Array(room + 1), this.#starts);
    this.#hashes = grown(new Int32Array(room), this.#hashes);
    const slots = new Uint32Array(room * 2);
    const mask = slots.length - 1;
    for (let number = 0; number < this.#count; number++) {
      let slot = homeOf(this.#hashes[number]!, mask);
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = number + 1;
    }
    this.#slots = slots;
  }

  #growBytes(needed: number): void {
    this.#bytes = grown(new Uint8Array(Math.max(needed, this.#bytes.length * GROWTH)), this.#bytes);
  }
}

function homeOf(hash: number, mask: number): number {
  return (hash ^ (hash >>> 15)) & mask;
}

function grown<Numbers extends Uint8Array | Uint32Array | Int32Array>(
  room: Numbers,
  known: Numbers,
): Numbers {
  room.set(known);
  return room;
}

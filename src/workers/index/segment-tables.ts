import { type EncodedPath, hashName } from './encoded-path.js';
import type { Segment } from './segment.js';
import { inSlices, type Sliced } from './slices.js';

// Above this share of used slots linear probing gets slow; below it memory is wasted.
const MAX_LOAD = 0.75;

/** Finds names and directories of one segment by hash. Made from the segment, so nobody stores it. */
export class SegmentTables {
  readonly #segment: Segment;
  // Ranks, and places of directories. 0, which nobody looks up, marks a free slot.
  readonly #names: Uint32Array;
  readonly #directories: Uint32Array;

  private constructor(segment: Segment, names: Uint32Array, directories: Uint32Array) {
    this.#segment = segment;
    this.#names = names;
    this.#directories = directories;
  }

  /** Cost: some 40 ns a name, and as much a directory. */
  static *of(segment: Segment): Sliced<SegmentTables> {
    const { bytes, starts } = segment.names;
    const { directoryParents, directoryNames } = segment;
    const names = slotsFor(starts.length - 1);
    yield* inSlices(starts.length - 1, (from, to) => {
      for (let rank = Math.max(from, 1); rank < to; rank++) {
        put(names, hashName(bytes, starts[rank]!, starts[rank + 1]!), rank);
      }
    });
    const directories = slotsFor(directoryParents.length);
    yield* inSlices(directoryParents.length, (from, to) => {
      for (let directory = Math.max(from, 1); directory < to; directory++) {
        put(directories, hashChild(directoryParents[directory]!, directoryNames[directory]!), directory);
      }
    });
    return new SegmentTables(segment, names, directories);
  }

  /** Units: bytes held. */
  get bytes(): number {
    return this.#names.byteLength + this.#directories.byteLength;
  }

  /** The rank of a path's name; -1 when the segment has no such name, and for the empty one. */
  rankOf(path: EncodedPath, index: number): number {
    const { bytes, starts } = this.#segment.names;
    const slots = this.#names;
    const first = path.starts[index]!;
    const length = path.starts[index + 1]! - 1 - first;
    let slot = homeOf(path.hashes[index]!, slots.length);
    for (let rank = slots[slot]!; rank !== 0; rank = slots[slot]!) {
      const start = starts[rank]!;
      if (starts[rank + 1]! - start === length) {
        let same = 0;
        while (same < length && bytes[start + same] === path.bytes[first + same]) same++;
        if (same === length) return rank;
      }
      if (++slot === slots.length) slot = 0;
    }
    return -1;
  }

  /** The directory of this name in another; -1 when there is none. */
  directoryIn(parent: number, rank: number): number {
    const { directoryParents, directoryNames } = this.#segment;
    const slots = this.#directories;
    let slot = homeOf(hashChild(parent, rank), slots.length);
    for (let directory = slots[slot]!; directory !== 0; directory = slots[slot]!) {
      if (directoryNames[directory] === rank && directoryParents[directory] === parent) return directory;
      if (++slot === slots.length) slot = 0;
    }
    return -1;
  }
}

function slotsFor(count: number): Uint32Array {
  return new Uint32Array(Math.ceil(count / MAX_LOAD) + 1);
}

function homeOf(hash: number, slots: number): number {
  return Math.floor(((hash >>> 0) / 2 ** 32) * slots);
}

function put(slots: Uint32Array, hash: number, value: number): void {
  let slot = homeOf(hash, slots.length);
  while (slots[slot] !== 0) if (++slot === slots.length) slot = 0;
  slots[slot] = value;
}

function hashChild(parent: number, rank: number): number {
  const mixed = Math.imul(parent, 0x9e3779b1) ^ Math.imul(rank, 0x85ebca6b);
  const hash = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return hash ^ (hash >>> 13);
}

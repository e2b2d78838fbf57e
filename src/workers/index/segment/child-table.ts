import { homeSlot, allocateSlots } from '../../collections/hash-slots.js';

/** A hash table from parent directory and name rank to directory. The root, 0, is not in it. */
export class ChildTable {
  readonly #parents: Uint32Array;
  readonly #names: Uint32Array;
  /** Shape: 0 marks a free slot. */
  readonly slots: Uint32Array<ArrayBuffer>;

  /**
   * `parents` and `names` describe each directory; the caller adds directories to the table, or passes full `slots`.
   */
  constructor(parents: Uint32Array, names: Uint32Array, slots = allocateSlots(parents.length)) {
    this.#parents = parents;
    this.#names = names;
    this.slots = slots;
  }

  add(directory: number): void {
    const { slots } = this;
    let slot = homeSlot(hashChild(this.#parents[directory]!, this.#names[directory]!), slots.length);
    while (slots[slot] !== 0) if (++slot === slots.length) slot = 0;
    slots[slot] = directory;
  }

  /** Adds the directories `[from, to)`. */
  addAll(from: number, to: number): void {
    for (let directory = from; directory < to; directory++) this.add(directory);
  }

  /** The directory, or -1 when there is none. */
  find(parent: number, name: number): number {
    const { slots } = this;
    let slot = homeSlot(hashChild(parent, name), slots.length);
    for (let directory = slots[slot]!; directory !== 0; directory = slots[slot]!) {
      if (this.#names[directory] === name && this.#parents[directory] === parent) return directory;
      if (++slot === slots.length) slot = 0;
    }
    return -1;
  }
}

function hashChild(parent: number, name: number): number {
  const mixed = Math.imul(parent, 0x9e3779b1) ^ Math.imul(name, 0x85ebca6b);
  const hash = Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
  return hash ^ (hash >>> 13);
}

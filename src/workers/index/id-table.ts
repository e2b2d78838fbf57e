// Above this share of used slots linear probing gets slow; below it memory is wasted.
const MAX_LOAD = 0.75;
// Grown in small steps, because the table is a fifth of the index.
const GROWTH = 1.5;

/**
 * A set of ids (greater than 0) found by hash, in one flat array. The owner compares: it walks from `home(hash)` by
 * `next` until `at` says 0.
 */
export class IdTable {
  readonly #hashOf: (id: number) => number;
  #slots = new Uint32Array(64);
  #count = 0;

  constructor(hashOf: (id: number) => number) {
    this.#hashOf = hashOf;
  }

  /** Units: bytes held. */
  get bytes(): number {
    return this.#slots.byteLength;
  }

  /** The slot to look at first. */
  home(hash: number): number {
    return Math.floor(((hash >>> 0) / 2 ** 32) * this.#slots.length);
  }

  /** The slot to look at after `slot`. */
  next(slot: number): number {
    return slot + 1 === this.#slots.length ? 0 : slot + 1;
  }

  /** The id in a slot; 0 when it is empty. */
  at(slot: number): number {
    return this.#slots[slot]!;
  }

  /** Adds an id that is not there yet. */
  insert(id: number): void {
    if (this.#count + 1 > this.#slots.length * MAX_LOAD) {
      this.#rehash(Math.ceil(this.#slots.length * GROWTH));
    }
    this.#put(id);
    this.#count++;
  }

  /** Takes an id out. Nothing happens when it is not there. */
  delete(id: number): void {
    let hole = this.home(this.#hashOf(id));
    while (this.#slots[hole] !== id) {
      if (this.#slots[hole] === 0) return;
      hole = this.next(hole);
    }
    this.#count--;
    // Whatever was pushed past the hole moves back into it, so that no walk ends too early.
    for (let slot = this.next(hole); this.#slots[slot] !== 0; slot = this.next(slot)) {
      const home = this.home(this.#hashOf(this.#slots[slot]!));
      if (this.#distance(home, slot) >= this.#distance(hole, slot)) {
        this.#slots[hole] = this.#slots[slot]!;
        hole = slot;
      }
    }
    this.#slots[hole] = 0;
  }

  /** Makes room for `count` ids in all, so that inserting them never rehashes. */
  reserve(count: number): void {
    const capacity = Math.ceil(count / MAX_LOAD) + 1;
    if (capacity > this.#slots.length) this.#rehash(capacity);
  }

  /** Gives back the room that no id takes. */
  settle(): void {
    this.#rehash(Math.ceil((this.#count + 1) / MAX_LOAD));
  }

  clear(): void {
    this.#slots.fill(0);
    this.#count = 0;
  }

  #rehash(capacity: number): void {
    const ids = this.#slots;
    this.#slots = new Uint32Array(capacity);
    for (const id of ids) if (id !== 0) this.#put(id);
  }

  #put(id: number): void {
    let slot = this.home(this.#hashOf(id));
    while (this.#slots[slot] !== 0) slot = this.next(slot);
    this.#slots[slot] = id;
  }

  #distance(from: number, to: number): number {
    return to >= from ? to - from : to - from + this.#slots.length;
  }
}

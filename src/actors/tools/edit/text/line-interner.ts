/**
 * Assigns numbers to lines, the same number to equal lines. Stores no text, only the place of one line for each number.
 */
export class LineInterner {
  readonly #textAt: (place: number) => string;
  readonly #mask: number;
  /** A hash table of numbers plus one; 0 is an empty slot. */
  readonly #slots: Int32Array;
  readonly #hashes: Int32Array;
  readonly #places: Int32Array;
  #count = 0;

  /** `textAt` returns the text that was added for a place. `capacity` is the maximum number of places. */
  constructor(capacity: number, textAt: (place: number) => string) {
    this.#textAt = textAt;
    // At most half full, so that few look-ups probe more than two slots.
    const size = 2 ** Math.ceil(Math.log2(Math.max(capacity, 1) * 2));
    this.#mask = size - 1;
    this.#slots = new Int32Array(size);
    this.#hashes = new Int32Array(capacity);
    this.#places = new Int32Array(capacity);
  }

  /** The number of distinct lines. Assigned numbers are below it. */
  get count(): number {
    return this.#count;
  }

  /** The number of a line; a new number when no equal line was added before. */
  add(text: string, place: number): number {
    const hash = hashOf(text);
    const slot = this.#slotOf(text, hash);
    const known = this.#slots[slot] ?? 0;
    if (known > 0) return known - 1;
    const number = this.#count++;
    this.#slots[slot] = number + 1;
    this.#hashes[number] = hash;
    this.#places[number] = place;
    return number;
  }

  /** The number of lines with this text, if any was added. */
  find(text: string): number | undefined {
    const known = this.#slots[this.#slotOf(text, hashOf(text))] ?? 0;
    return known > 0 ? known - 1 : undefined;
  }

  /** The slot that holds the text, or the empty one for it. */
  #slotOf(text: string, hash: number): number {
    for (let slot = hash & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const number = (this.#slots[slot] ?? 0) - 1;
      if (number < 0) return slot;
      if (this.#hashes[number] === hash && this.#textAt(this.#places[number] ?? 0) === text) return slot;
    }
  }
}

// Random, so that nobody can craft lines with colliding hashes.
const SEED = Math.floor(Math.random() * 2 ** 32);
const FACTOR = Math.floor(Math.random() * 2 ** 32) | 1;

function hashOf(text: string): number {
  let hash = SEED ^ text.length;
  for (let at = 0; at < text.length; at++) {
    hash = Math.imul(hash ^ text.charCodeAt(at), FACTOR);
    hash ^= hash >>> 15;
  }
  return hash;
}

/** Keys in the order in which they were used, the one not used for longest first. */
export class Lru<Key> {
  // A set keeps the order of insertion.
  readonly #keys = new Set<Key>();

  get size(): number {
    return this.#keys.size;
  }

  /** The one not used for longest; `undefined` when there is none. */
  get oldest(): Key | undefined {
    return this.#keys.values().next().value;
  }

  has(key: Key): boolean {
    return this.#keys.has(key);
  }

  /** Adds a key as the one used last; one that is there stays where it is. */
  add(key: Key): void {
    this.#keys.add(key);
  }

  /** Makes a key the one used last, whether it was there or not. */
  touch(key: Key): void {
    this.#keys.delete(key);
    this.#keys.add(key);
  }

  delete(key: Key): void {
    this.#keys.delete(key);
  }

  /** Keys may be deleted on the way; those touched come again at the end. */
  [Symbol.iterator](): IterableIterator<Key> {
    return this.#keys.values();
  }
}

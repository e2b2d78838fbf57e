/** Keys in the order of their last use, least recently used first. */
export class Lru<Key> {
  // A `Set` keeps insertion order.
  readonly #keys = new Set<Key>();

  get size(): number {
    return this.#keys.size;
  }

  /** The least recently used key; `undefined` when there is none. */
  get oldest(): Key | undefined {
    return this.#keys.values().next().value;
  }

  has(key: Key): boolean {
    return this.#keys.has(key);
  }

  /** Adds a key as the most recently used. A key that is already present keeps its place. */
  add(key: Key): void {
    this.#keys.add(key);
  }

  /** Makes a key the most recently used, and adds it when it is absent. */
  touch(key: Key): void {
    this.#keys.delete(key);
    this.#keys.add(key);
  }

  delete(key: Key): void {
    this.#keys.delete(key);
  }

  /** Least recently used first. Keys may be deleted during the iteration; a key touched meanwhile comes again last. */
  [Symbol.iterator](): IterableIterator<Key> {
    return this.#keys.values();
  }
}

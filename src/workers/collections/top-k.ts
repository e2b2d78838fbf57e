/** Keeps the `size` best of all items pushed, in a binary heap with the worst item at the root. */
export class TopK<Item> {
  readonly #size: number;
  readonly #compare: (a: Item, b: Item) => number;
  readonly #heap: Item[] = [];

  /** `compare` returns a negative number when its first argument is the better item. */
  constructor(size: number, compare: (a: Item, b: Item) => number) {
    this.#size = size;
    this.#compare = compare;
  }

  get count(): number {
    return this.#heap.length;
  }

  get isFull(): boolean {
    return this.#heap.length === this.#size;
  }

  /** The worst item kept, which the next better one replaces; `undefined` while there is room. */
  get worst(): Item | undefined {
    return this.isFull ? this.#heap[0] : undefined;
  }

  push(item: Item): void {
    if (!this.isFull) {
      this.#heap.push(item);
      this.#siftUp(this.#heap.length - 1);
    } else if (this.#heap.length > 0 && this.#compare(item, this.#heap[0]!) < 0) {
      this.#heap[0] = item;
      this.#sink(0);
    }
  }

  /** The kept items, best first. */
  sorted(): Item[] {
    return [...this.#heap].sort(this.#compare);
  }

  #siftUp(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >> 1;
      if (!this.#isWorse(at, parent)) return;
      this.#swap(at, parent);
      at = parent;
    }
  }

  #sink(from: number): void {
    for (let at = from; ;) {
      const left = 2 * at + 1;
      if (left >= this.#heap.length) return;
      const right = left + 1;
      const worse = right < this.#heap.length && this.#isWorse(right, left) ? right : left;
      if (!this.#isWorse(worse, at)) return;
      this.#swap(at, worse);
      at = worse;
    }
  }

  #isWorse(a: number, b: number): boolean {
    return this.#compare(this.#heap[a]!, this.#heap[b]!) > 0;
  }

  #swap(a: number, b: number): void {
    const swapped = this.#heap[a]!;
    this.#heap[a] = this.#heap[b]!;
    this.#heap[b] = swapped;
  }
}

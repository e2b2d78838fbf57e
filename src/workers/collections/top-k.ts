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
    if (!this.isFull) this.#rise(this.#heap.length, item);
    else if (this.#heap.length > 0 && this.#compare(item, this.#heap[0]!) < 0) this.#sink(item);
  }

  /** The kept items, best first. */
  sorted(): Item[] {
    return [...this.#heap].sort(this.#compare);
  }

  /** Puts an item at the end of the heap, or above the parents that are better. */
  #rise(end: number, item: Item): void {
    const heap = this.#heap;
    let at = end;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#compare(item, heap[parent]!) <= 0) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = item;
  }

  /** Puts an item in place of the worst one, or below the children that are worse. */
  #sink(item: Item): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      if (left >= heap.length) break;
      const right = left + 1;
      const worse = right < heap.length && this.#compare(heap[right]!, heap[left]!) > 0 ? right : left;
      if (this.#compare(heap[worse]!, item) <= 0) break;
      heap[at] = heap[worse]!;
      at = worse;
    }
    heap[at] = item;
  }
}

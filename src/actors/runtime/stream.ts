import { deferred } from './deferred.js';

interface EventStreamOptions<Item> {
  /** Items that may wait before items are merged. Minimum 1. */
  readonly capacity: number;
  /** Returns the two items as one, or `undefined` when they must stay apart. */
  readonly merge: (last: Item, next: Item) => Item | undefined;
  /** Whether a newer item may be merged into one that waits before this item. Default: no. */
  readonly mayOvertake?: (item: Item) => boolean;
  /** Called once when the reader leaves before the end. */
  readonly onReturn?: () => void;
}

/**
 * A queue between a producer that must not wait and a reader that may be slow: an `AsyncIterable` of items that ends
 * with a result. For one reader.
 *
 * `push` never blocks. Once `capacity` items wait, each new item is merged with `merge` into the last one, or into an
 * earlier one if it may overtake those between; an item that cannot be merged is queued. So no item is ever dropped, and
 * the queue is bounded as far as items can be merged.
 */
export class EventStream<Item, Result = void> implements AsyncIterable<Item> {
  readonly #options: EventStreamOptions<Item>;
  readonly #result = deferred<Result>();
  #queue: Item[] = [];
  #waiting: ((next: IteratorResult<Item, undefined>) => void)[] = [];
  #state: 'open' | 'ended' | 'left' = 'open';

  /** @internal Users of the library receive streams and create none. */
  constructor(options: EventStreamOptions<Item>) {
    this.#options = options;
  }

  push(item: Item): void {
    if (this.#state !== 'open') return;
    const reader = this.#waiting.shift();
    if (reader !== undefined) {
      reader({ done: false, value: item });
      return;
    }
    if (this.#queue.length < this.#options.capacity || !this.#mergeIntoQueue(item)) this.#queue.push(item);
  }

  /** Ends the stream after the items that still wait. Only the first call counts. */
  end(result: Result): void {
    this.#result.resolve(result);
    if (this.#state !== 'open') return;
    this.#state = 'ended';
    this.#releaseReaders();
  }

  /** Resolves with the argument of `end`, whether or not the items are read. */
  result(): Promise<Result> {
    return this.#result.promise;
  }

  [Symbol.asyncIterator](): AsyncIterator<Item, undefined> {
    return {
      next: () => this.#next(),
      return: () => {
        this.#leave();
        return Promise.resolve({ done: true, value: undefined });
      },
    };
  }

  #mergeIntoQueue(item: Item): boolean {
    const { merge, mayOvertake } = this.#options;
    for (let index = this.#queue.length - 1; index >= 0; index -= 1) {
      const waiting = this.#queue[index] as Item;
      const merged = merge(waiting, item);
      if (merged !== undefined) {
        this.#queue[index] = merged;
        return true;
      }
      if (mayOvertake?.(waiting) !== true) return false;
    }
    return false;
  }

  #next(): Promise<IteratorResult<Item, undefined>> {
    if (this.#queue.length > 0) {
      const value = this.#queue.shift() as Item;
      return Promise.resolve({ done: false, value });
    }
    if (this.#state !== 'open') return Promise.resolve({ done: true, value: undefined });
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #leave(): void {
    this.#queue = [];
    if (this.#state !== 'open') return;
    this.#state = 'left';
    this.#releaseReaders();
    this.#options.onReturn?.();
  }

  #releaseReaders(): void {
    for (const reader of this.#waiting) reader({ done: true, value: undefined });
    this.#waiting = [];
  }
}

import { type Deferred, deferred } from '../../actors/runtime/deferred.js';

const DONE = { done: true, value: undefined } as const;

/** A queue of pushed items with one asynchronous reader, who may stop even while waiting for the next item. */
export class BatchInbox<Item> implements AsyncIterator<Item, undefined> {
  readonly #onRead: () => void;
  readonly #onLeave: () => void;
  readonly #items: Item[] = [];
  readonly #waiting: Deferred<IteratorResult<Item, undefined>>[] = [];
  #isOver = false;
  #failure: { readonly error: unknown } | undefined;

  constructor(options: {
    /** Called for each item that reaches the reader. */
    readonly onRead: () => void;
    /** Called when the reader stops before the end. */
    readonly onLeave: () => void;
  }) {
    this.#onRead = options.onRead;
    this.#onLeave = options.onLeave;
  }

  /** Adds an item. Items added after the end are dropped. */
  put(item: Item): void {
    if (this.#isOver) return;
    const reader = this.#waiting.shift();
    if (reader === undefined) {
      this.#items.push(item);
    } else {
      this.#onRead();
      reader.resolve({ done: false, value: item });
    }
  }

  /** Ends the stream after the items that still wait. */
  end(): void {
    this.#isOver = true;
    for (const reader of this.#waiting.splice(0)) reader.resolve(DONE);
  }

  /** Ends the stream at once: drops the items that still wait and rejects with the error. */
  fail(error: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#items.length = 0;
    const readers = this.#waiting.splice(0);
    if (readers.length === 0) this.#failure = { error };
    for (const reader of readers) reader.reject(error);
  }

  next(): Promise<IteratorResult<Item, undefined>> {
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) return Promise.reject(failure.error);
    const item = this.#items.shift();
    if (item !== undefined) {
      this.#onRead();
      return Promise.resolve({ done: false, value: item });
    }
    if (this.#isOver) return Promise.resolve(DONE);
    const reader = deferred<IteratorResult<Item, undefined>>();
    this.#waiting.push(reader);
    return reader.promise;
  }

  return(): Promise<IteratorResult<Item, undefined>> {
    const hasLeftEarly = !this.#isOver;
    this.#items.length = 0;
    this.end();
    if (hasLeftEarly) this.#onLeave();
    return Promise.resolve(DONE);
  }
}

import { orAbort } from './abort.js';
import { type Deferred, deferred } from './deferred.js';

/** Lets a number of pieces of work run at once; the others wait, in the order in which they came. */
export class Slots {
  #free: number;
  readonly #waiting = new Set<Deferred<void>>();

  /** `count`: minimum 1. */
  constructor(count: number) {
    this.#free = count;
  }

  /** Runs the work when there is room. Settles as it does. Errors: those of `work`; the signal's reason while it waits. */
  async run<Value>(work: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal);
    try {
      return await work();
    } finally {
      this.#release();
    }
  }

  async #wait(signal: AbortSignal | undefined): Promise<void> {
    const turn = deferred<void>();
    this.#waiting.add(turn);
    try {
      await orAbort(turn.promise, signal);
    } catch (error) {
      // Whoever was given a place and leaves at the same moment passes it on.
      if (!this.#waiting.delete(turn)) this.#release();
      throw error;
    }
  }

  /** Gives the place to the one that has waited longest. */
  #release(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next.resolve();
  }
}

import type { IndexData } from './index-data.js';
import { runCooperatively } from '../../../actors/runtime/slices.js';

/** Merges the layers of an index in the background whenever a merge is due. */
export class BackgroundMerge {
  readonly #data: IndexData;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;

  constructor(data: IndexData) {
    this.#data = data;
  }

  /** Starts a merge if one is due. Must be called when the index has changed. */
  trigger(): void {
    if (this.#closing.signal.aborted) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when no merge is running. Never rejects. */
  get idle(): Promise<void> {
    return this.#running ?? Promise.resolve();
  }

  /** Stops the running merge; resolves when it has stopped. */
  close(): Promise<void> {
    this.#closing.abort();
    return this.idle;
  }

  async #run(): Promise<void> {
    try {
      for (let merge = this.#data.dueMerge(); merge !== undefined; merge = this.#data.dueMerge()) {
        await runCooperatively(merge, this.#closing.signal);
      }
    } catch (error) {
      // A merge fails only because `close` aborted it; any other error is a bug and must be seen.
      if (!this.#closing.signal.aborted) throw error;
    }
  }
}

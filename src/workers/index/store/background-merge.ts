import type { IndexData } from './index-data.js';
import { runCooperatively } from '../../../actors/runtime/slices.js';

/** Merges the layers of an index in the background, as often as it is due. */
export class Merging {
  readonly #data: IndexData;
  readonly #closing = new AbortController();
  #running: Promise<void> | undefined;

  constructor(data: IndexData) {
    this.#data = data;
  }

  /** Sees whether a merge is due: to be called when the index has changed. */
  wake(): void {
    if (this.#closing.signal.aborted) return;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  /** Resolves when nothing is merged any more. Never rejects. */
  get idle(): Promise<void> {
    return this.#running ?? Promise.resolve();
  }

  /** Stops a merge that is under way; resolves when nothing runs. */
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
      // A merge does nothing that fails, so this is the end that was asked for; anything else is a bug to be seen.
      if (!this.#closing.signal.aborted) throw error;
    }
  }
}

import { type Clock, within } from '../../../../actors/runtime/clock.js';
import type { VersionCollector } from './version-collector.js';

interface RoomMakerOptions {
  readonly collector: Pick<VersionCollector, 'size' | 'makeRoom'>;
  readonly clock: Clock;
}

// A collection reads every thread; what it sets aside can be deleted a day later. Units: milliseconds.
const EVERY_MS = 60 * 60 * 1000;
// The threads of a full store may have been deleted for good a moment ago. Units: milliseconds.
const EVERY_FULL_MS = 60 * 1000;
// A call waits for room this long; it goes on without a version of its files then. Units: milliseconds.
const MAX_WAIT_MS = 5_000;
// Below what makes the store look for room again.
const ENOUGH = 0.7;

/** Collects when a store is nearly full, in the background and one at a time. Dispose of it to end that. */
export class RoomMaker implements AsyncDisposable {
  readonly #options: RoomMakerOptions;
  readonly #ending = new AbortController();
  #running: Promise<void> | undefined;
  #endedAt = -Infinity;

  constructor(options: RoomMakerOptions) {
    this.#options = options;
  }

  /** Resolves when there may be room: at once, or for a full store when a collection has ended. Never rejects. */
  async makeRoom(state: 'nearly full' | 'full'): Promise<void> {
    const { clock } = this.#options;
    const isDue = clock.now() - this.#endedAt > (state === 'full' ? EVERY_FULL_MS : EVERY_MS);
    if (this.#running === undefined && isDue && !this.#ending.signal.aborted) this.#running = this.#collect();
    if (state === 'full' && this.#running !== undefined) await within(clock, MAX_WAIT_MS, this.#running);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async #collect(): Promise<void> {
    const { collector, clock } = this.#options;
    try {
      const { usedBytes, quotaBytes } = await collector.size();
      const enoughBytes = Math.max(1, usedBytes - ENOUGH * quotaBytes);
      await collector.makeRoom(enoughBytes, this.#ending.signal);
    } catch {
      // The store stays as full as it is, and whoever keeps a version says so.
    } finally {
      this.#endedAt = clock.now();
      this.#running = undefined;
    }
  }
}

import { type Clock, sleep, systemClock } from '../../../actors/runtime/clock.js';
import { ThreadLock } from './thread-lock.js';

// Whoever is inside writes one entry, or reads the thread. Units: milliseconds.
const WAIT_MS = 5;
// A process that is inside for longer was suspended, and nobody waits for that.
const MAX_WAITS = 400;

/**
 * Lets one process after the other begin something in a thread, or take the thread over: whoever takes it knows of all
 * that has begun, and nothing begins afterwards for whoever has lost it.
 */
export class Beginnings {
  readonly #lock: ThreadLock;
  readonly #clock: Clock;

  /** `path`: a file that exists while somebody is inside. */
  constructor(path: string, clock: Clock = systemClock) {
    this.#lock = new ThreadLock(path);
    this.#clock = clock;
  }

  /** Runs some work while no other process is inside. Errors: those of the work. */
  async inside<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let waits = 0; waits < MAX_WAITS; waits += 1) {
      // It is a guard of a face, and no reason not to write.
      const claim = await this.#lock.claim().catch(() => 'held' as const);
      if (claim !== 'elsewhere') break;
      await sleep(this.#clock, WAIT_MS);
    }
    try {
      return await work();
    } finally {
      await this.#lock.release().catch(() => undefined);
    }
  }
}

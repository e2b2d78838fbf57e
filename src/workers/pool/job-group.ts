import type { Clock } from '../../actors/runtime/clock.js';

// A job looks at its flag between files and directories. One that has not ended by then is busy, most likely with a
// line of megabytes, and only the end of its thread stops it.
const GRACE_MS = 250;

/** Jobs that work on one thing and are stopped together. */
export class JobGroup {
  readonly #askToStop: () => void;
  readonly #clock: Clock;
  readonly #running = new Set<AbortController>();
  #callOffKill: (() => void) | undefined;

  /** `askToStop` sets the flag that the jobs look at. */
  constructor(askToStop: () => void, clock: Clock) {
    this.#askToStop = askToStop;
    this.#clock = clock;
  }

  /** What the job makes. `start` is lent a signal that kills its thread. */
  async run<T>(start: (kill: AbortSignal) => Promise<T>): Promise<T> {
    const killer = new AbortController();
    this.#running.add(killer);
    try {
      return await start(killer.signal);
    } finally {
      this.#running.delete(killer);
      if (this.#running.size === 0) this.#callOffKill?.();
    }
  }

  /** Asks the jobs to stop, and kills those that still run 250 ms later. */
  stop(): void {
    this.#askToStop();
    if (this.#running.size === 0) return;
    this.#callOffKill ??= this.#clock.after(GRACE_MS, () => {
      for (const killer of this.#running) killer.abort();
    });
  }
}

import type { Clock } from '../../actors/runtime/clock.js';

// A job checks its flag between files and directories. One that has not stopped by then is busy, most likely with a
// line of megabytes, and only terminating its thread stops it.
const GRACE_MS = 250;

/** Jobs of one task, which are stopped together. */
export class JobGroup {
  readonly #askToStop: () => void;
  readonly #clock: Clock;
  readonly #running = new Set<AbortController>();
  #callOffKill: (() => void) | undefined;

  /** `askToStop` sets the flag that the jobs check. */
  constructor(askToStop: () => void, clock: Clock) {
    this.#askToStop = askToStop;
    this.#clock = clock;
  }

  /** Runs a job and resolves to its result. `start` receives a signal that terminates the job's thread. */
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

  /** Asks the jobs to stop, and terminates the threads of those that still run 250 ms later. */
  stop(): void {
    this.#askToStop();
    if (this.#running.size === 0) return;
    this.#callOffKill ??= this.#clock.after(GRACE_MS, () => {
      for (const killer of this.#running) killer.abort();
    });
  }
}

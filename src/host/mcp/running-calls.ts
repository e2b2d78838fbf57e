import type { CallClock } from './call-clock.js';

/** The calls that a server is working on. Their time stands still while it asks the person something. */
export class RunningCalls {
  readonly #clocks = new Set<CallClock>();
  #questions = 0;

  /** Runs a call by its clock. Errors: those of `work`. */
  async run<T>(clock: CallClock, work: () => Promise<T>): Promise<T> {
    this.#clocks.add(clock);
    if (this.#questions > 0) clock.hold();
    try {
      return await work();
    } finally {
      this.#clocks.delete(clock);
      clock.stop();
    }
  }

  /** Runs work that waits for a person. Errors: those of `work`. */
  async whileAsking<T>(work: () => Promise<T>): Promise<T> {
    this.#questions += 1;
    if (this.#questions === 1) for (const clock of this.#clocks) clock.hold();
    try {
      return await work();
    } finally {
      this.#questions -= 1;
      if (this.#questions === 0) for (const clock of this.#clocks) clock.release();
    }
  }
}

import type { Clock } from '../../actors/runtime/clock.js';

/**
 * Runs something at once when it has been idle, and while requests keep coming, one run at a time with a pause of
 * `pauseMs` after each: a single change is announced without delay, a burst in few pieces.
 */
export class Pace {
  readonly #clock: Clock;
  readonly #pauseMs: number;
  readonly #run: () => Promise<void>;
  #isBusy = false;
  #isWanted = false;

  /** `run` must not reject. */
  constructor(clock: Clock, pauseMs: number, run: () => Promise<void>) {
    this.#clock = clock;
    this.#pauseMs = pauseMs;
    this.#run = run;
  }

  request(): void {
    this.#isWanted = true;
    if (!this.#isBusy) void this.#go();
  }

  async #go(): Promise<void> {
    this.#isBusy = true;
    this.#isWanted = false;
    await this.#run();
    this.#clock.after(this.#pauseMs, () => {
      this.#isBusy = false;
      if (this.#isWanted) void this.#go();
    });
  }
}

import type { Clock } from './clock.js';

/**
 * Runs a function at the first trigger, and while triggers keep coming one run at a time with a pause of `pauseMs`
 * after each: a single change is announced without delay, a burst in a few batches.
 */
export class Throttle {
  readonly #clock: Clock;
  readonly #pauseMs: number;
  readonly #run: () => Promise<void>;
  #isBusy = false;
  #isTriggered = false;

  /** `run` must not reject. */
  constructor(clock: Clock, pauseMs: number, run: () => Promise<void>) {
    this.#clock = clock;
    this.#pauseMs = pauseMs;
    this.#run = run;
  }

  trigger(): void {
    this.#isTriggered = true;
    if (!this.#isBusy) void this.#runAndPause();
  }

  async #runAndPause(): Promise<void> {
    this.#isBusy = true;
    this.#isTriggered = false;
    await this.#run();
    this.#clock.after(this.#pauseMs, () => {
      this.#isBusy = false;
      if (this.#isTriggered) void this.#runAndPause();
    });
  }
}

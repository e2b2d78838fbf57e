import type { Clock } from './clock.js';

/** Calls back once when its time is up, unless it was stopped. Time during a hold does not count. */
export class PausableTimer {
  readonly #clock: Clock;
  readonly #onTimeUp: () => void;
  #leftMs: number;
  #holdCount = 0;
  #cancelTimer: (() => void) | undefined;
  #runningSinceMs = 0;

  /** Starts at once. */
  constructor(clock: Clock, limitMs: number, onTimeUp: () => void) {
    this.#clock = clock;
    this.#onTimeUp = onTimeUp;
    this.#leftMs = limitMs;
    this.#run();
  }

  /** Pauses until there have been as many releases as holds. */
  hold(): void {
    if (this.#holdCount === 0) this.#pause();
    this.#holdCount += 1;
  }

  release(): void {
    this.#holdCount -= 1;
    if (this.#holdCount === 0) this.#run();
  }

  stop(): void {
    this.hold();
  }

  #run(): void {
    this.#runningSinceMs = this.#clock.now();
    this.#cancelTimer = this.#clock.after(Math.max(0, this.#leftMs), this.#onTimeUp);
  }

  #pause(): void {
    this.#cancelTimer?.();
    this.#leftMs -= this.#clock.now() - this.#runningSinceMs;
  }
}

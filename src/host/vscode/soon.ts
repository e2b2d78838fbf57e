import type { Clock } from '../../actors/runtime/clock.js';

/** Runs something once, `delayMs` after the first of many requests. */
export class Soon {
  readonly #clock: Clock;
  readonly #delayMs: number;
  readonly #run: () => void;
  #callOff: (() => void) | undefined;

  constructor(clock: Clock, delayMs: number, run: () => void) {
    this.#clock = clock;
    this.#delayMs = delayMs;
    this.#run = run;
  }

  request(): void {
    this.#callOff ??= this.#clock.after(this.#delayMs, () => {
      this.#callOff = undefined;
      this.#run();
    });
  }

  /** Runs at once, whether or not it was requested. */
  now(): void {
    this.cancel();
    this.#run();
  }

  cancel(): void {
    this.#callOff?.();
    this.#callOff = undefined;
  }
}

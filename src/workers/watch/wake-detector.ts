import type { Clock } from '../../actors/runtime/clock.js';

const TICK_MS = 10_000;

// Longer than the delay of a timer on a busy machine or a correction of the clock, shorter than most suspensions.
const MIN_SLEEP_MS = 20_000;

/** Calls `onWakeUp` after the machine has been suspended, which stops timers but not the clock. */
export class WakeDetector {
  readonly #clock: Clock;
  readonly #onWakeUp: () => void;
  #callOff: () => void = () => undefined;

  constructor(clock: Clock, onWakeUp: () => void) {
    this.#clock = clock;
    this.#onWakeUp = onWakeUp;
    this.#tickLater();
  }

  close(): void {
    this.#callOff();
  }

  #tickLater(): void {
    const dueMs = this.#clock.now() + TICK_MS;
    this.#callOff = this.#clock.after(TICK_MS, () => {
      const hasSlept = this.#clock.now() - dueMs >= MIN_SLEEP_MS;
      this.#tickLater();
      if (hasSlept) this.#onWakeUp();
    });
  }
}

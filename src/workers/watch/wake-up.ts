import type { Clock } from '../../actors/runtime/clock.js';

const TICK_MS = 10_000;

// More than a busy machine or a corrected clock is late by, less than a lid stays closed.
const MIN_SLEEP_MS = 20_000;

/** Calls `onWakeUp` after the machine has been suspended: its timers stand still then, and its clock does not. */
export class WakeUp {
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

import type { Clock } from '../../actors/runtime/clock.js';
import { Debounce } from '../../actors/runtime/debounce.js';

// More than a person does by hand, less than most of what a program does to a tree.
const MIN_EVENTS = 1_000;

// A check costs a look at every directory: once when it is over, and now and then in one that does not end.
const CALM = { quietMs: 500, maxMs: 10_000 };

/** Tells when many changes in a short time are over. */
export class Burst {
  readonly #calm: Debounce;
  #events = 0;
  #isLossy = false;

  /** `onOver` learns whether some of what happened may not have been seen. */
  constructor(clock: Clock, onOver: (isLossy: boolean) => void) {
    this.#calm = new Debounce(clock, CALM, () => {
      const isBurst = this.#isLossy || this.#events >= MIN_EVENTS;
      const isLossy = this.#isLossy;
      this.#events = 0;
      this.#isLossy = false;
      if (isBurst) onOver(isLossy);
    });
  }

  note(events: number): void {
    this.#events += events;
    this.#calm.trigger();
  }

  /** Some of what happens is not seen. */
  lose(): void {
    this.#isLossy = true;
    this.#calm.trigger();
  }
}

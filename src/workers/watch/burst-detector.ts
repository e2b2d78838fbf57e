import type { Clock } from '../../actors/runtime/clock.js';
import { Debounce } from '../../actors/runtime/debounce.js';

// More than a user changes by hand, less than most programs change in a tree.
const MIN_EVENTS = 1_000;

// A check stats every directory: it runs once when a burst is over, and now and then during an endless one.
const DEBOUNCE = { quietMs: 500, maxMs: 10_000 };

/** Detects bursts of changes, and reports when one is over. */
export class BurstDetector {
  readonly #debounce: Debounce;
  #events = 0;
  #isLossy = false;

  /** `onOver` learns whether some changes of the burst may have been missed. */
  constructor(clock: Clock, onOver: (isLossy: boolean) => void) {
    this.#debounce = new Debounce(clock, DEBOUNCE, () => {
      const isBurst = this.#isLossy || this.#events >= MIN_EVENTS;
      const isLossy = this.#isLossy;
      this.#events = 0;
      this.#isLossy = false;
      if (isBurst) onOver(isLossy);
    });
  }

  note(events: number): void {
    this.#events += events;
    this.#debounce.trigger();
  }

  /** Notes that changes have been missed. */
  noteLoss(): void {
    this.#isLossy = true;
    this.#debounce.trigger();
  }
}

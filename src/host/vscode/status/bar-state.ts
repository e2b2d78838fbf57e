import type { ViewStatus } from '../../../actors/protocol/ui.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import { type Activity, type BarText, formatBarText } from './format-bar-text.js';

// Shorter work on the index is over before a person has read about it. Units: milliseconds.
const SLOW_AFTER_MS = 1_000;

/** What the status bar says of Troupe: its index and its conversation in one item. */
export class BarState {
  readonly #clock: Clock;
  readonly #show: (text: BarText) => void;
  #index: ViewStatus['index'] = { phase: 'none', files: 0 };
  #activity: Activity = 'idle';
  #isSlow = false;
  /** Present while the index is being worked on. */
  #cancelTimer: (() => void) | undefined;

  constructor(clock: Clock, show: (text: BarText) => void) {
    this.#clock = clock;
    this.#show = show;
  }

  setIndex(index: ViewStatus['index']): void {
    this.#index = index;
    const isWorking = index.phase === 'scanning' || index.phase === 'idle';
    if (!isWorking) this.#stopTimer();
    else if (this.#cancelTimer === undefined)
      this.#cancelTimer = this.#clock.after(SLOW_AFTER_MS, () => {
        this.#isSlow = true;
        this.#draw();
      });
    this.#draw();
  }

  setActivity(activity: Activity): void {
    if (activity === this.#activity) return;
    this.#activity = activity;
    this.#draw();
  }

  dispose(): void {
    this.#stopTimer();
  }

  #stopTimer(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    this.#isSlow = false;
  }

  #draw(): void {
    this.#show(formatBarText(this.#index, this.#activity, this.#isSlow));
  }
}

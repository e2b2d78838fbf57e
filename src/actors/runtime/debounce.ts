import type { Clock } from './clock.js';

export interface DebounceOptions {
  /**
   * Runs after this long without another trigger. Default: triggers do not postpone the run, which comes `maxMs` after
   * the first one.
   */
  readonly quietMs?: number;
  /** Runs this long after the first trigger at the latest. */
  readonly maxMs: number;
}

/** Runs a function once for many triggers: when they pause, or when the first of them has waited for `maxMs`. */
export class Debounce {
  readonly #clock: Clock;
  readonly #options: DebounceOptions;
  readonly #run: () => void;
  #cancelQuiet: (() => void) | undefined;
  #cancelLatest: (() => void) | undefined;

  constructor(clock: Clock, options: DebounceOptions, run: () => void) {
    this.#clock = clock;
    this.#options = options;
    this.#run = run;
  }

  /** Whether a run is scheduled. */
  get isPending(): boolean {
    return this.#cancelLatest !== undefined;
  }

  trigger(): void {
    const { quietMs, maxMs } = this.#options;
    this.#cancelLatest ??= this.#clock.after(maxMs, this.runNow);
    if (quietMs === undefined) return;
    this.#cancelQuiet?.();
    this.#cancelQuiet = this.#clock.after(quietMs, this.runNow);
  }

  /** Runs now, and cancels the run that is scheduled, if there is one. */
  readonly runNow = (): void => {
    this.cancel();
    this.#run();
  };

  /** Cancels the scheduled run. */
  cancel(): void {
    this.#cancelQuiet?.();
    this.#cancelLatest?.();
    this.#cancelQuiet = undefined;
    this.#cancelLatest = undefined;
  }
}

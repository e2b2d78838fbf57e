import type { Clock } from './clock.js';

export interface DebounceOptions {
  /**
   * Runs after this long without another trigger. Default: no trigger postpones the run, which then comes `maxMs` after
   * the first one.
   */
  readonly quietMs?: number;
  /** Runs this long after the first trigger at the latest. */
  readonly maxMs: number;
}

/** Runs something once for many triggers: when they have paused, or when the first of them has waited long enough. */
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

  /** Whether a run is due. */
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

  /** Runs at once, whether or not a run is due; one that is due does not follow. */
  readonly runNow = (): void => {
    this.cancel();
    this.#run();
  };

  /** Calls off the run that is due. */
  cancel(): void {
    this.#cancelQuiet?.();
    this.#cancelLatest?.();
    this.#cancelQuiet = undefined;
    this.#cancelLatest = undefined;
  }
}

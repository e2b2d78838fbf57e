import type { Clock } from '../../actors/runtime/clock.js';

export interface DebounceOptions {
  /** Runs after this long without a poke. */
  readonly quietMs: number;
  /** Runs this long after the first poke at the latest. */
  readonly maxMs: number;
}

/** Runs something once for many pokes, when they have calmed down. */
export class Debounce {
  readonly #clock: Clock;
  readonly #options: DebounceOptions;
  readonly #run: () => void;
  #callOffQuiet: (() => void) | undefined;
  #callOffLatest: (() => void) | undefined;

  constructor(clock: Clock, options: DebounceOptions, run: () => void) {
    this.#clock = clock;
    this.#options = options;
    this.#run = run;
  }

  /** Whether a run is due. */
  get isPending(): boolean {
    return this.#callOffLatest !== undefined;
  }

  poke(): void {
    const fire = (): void => {
      this.cancel();
      this.#run();
    };
    this.#callOffQuiet?.();
    this.#callOffQuiet = this.#clock.after(this.#options.quietMs, fire);
    this.#callOffLatest ??= this.#clock.after(this.#options.maxMs, fire);
  }

  cancel(): void {
    this.#callOffQuiet?.();
    this.#callOffLatest?.();
    this.#callOffQuiet = undefined;
    this.#callOffLatest = undefined;
  }
}

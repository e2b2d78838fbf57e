/** The time and the timer that a ticker uses. */
interface TickerClock {
  /** Units: milliseconds since 1970. */
  readonly now: () => number;
  /** Calls `tick` again and again; the function that it returns ends that. */
  readonly repeat: (tick: () => void, everyMs: number) => () => void;
}

// What is shown are whole seconds.
const EVERY_MS = 1_000;

const BROWSER: TickerClock = {
  now: () => Date.now(),
  repeat: (tick, everyMs) => {
    const timer = setInterval(tick, everyMs);
    return () => {
      clearInterval(timer);
    };
  },
};

/** The one timer for everything in the view that shows how long it has taken. Runs only while something does. */
export class Ticker {
  readonly #clock: TickerClock;
  readonly #listeners = new Set<() => void>();
  #stop: (() => void) | undefined;

  constructor(clock: TickerClock = BROWSER) {
    this.#clock = clock;
  }

  /** Units: milliseconds since 1970. */
  now(): number {
    return this.#clock.now();
  }

  /** Calls `listener` each second until the function that it returns is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#stop ??= this.#clock.repeat(() => {
      for (const each of this.#listeners) each();
    }, EVERY_MS);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#stop?.();
      this.#stop = undefined;
    };
  }
}

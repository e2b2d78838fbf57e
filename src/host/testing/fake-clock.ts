import type { Clock } from '../../actors/runtime/clock.js';

/** Time that passes only when a test says so: it starts at 0, and whatever waits for it waits until `advance`. */
export class FakeClock implements Clock {
  #nowMs = 0;
  readonly #timers = new Set<{ atMs: number; callback: () => void }>();
  #onTimer: (() => void) | undefined;

  now(): number {
    return this.#nowMs;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { atMs: this.#nowMs + delayMs, callback };
    this.#timers.add(timer);
    this.#onTimer?.();
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** How many timers are set. */
  get pending(): number {
    return this.#timers.size;
  }

  /** When the next timer is due, from now; `undefined` when there is none. */
  get nextInMs(): number | undefined {
    const times = [...this.#timers].map((timer) => timer.atMs - this.#nowMs);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Lets time pass and fires what falls due in it, in order. */
  advance(ms: number): void {
    const untilMs = this.#nowMs + ms;
    for (;;) {
      const [due] = [...this.#timers]
        .filter((timer) => timer.atMs <= untilMs)
        .sort((a, b) => a.atMs - b.atMs);
      if (due === undefined) break;
      this.#timers.delete(due);
      this.#nowMs = due.atMs;
      due.callback();
    }
    this.#nowMs = untilMs;
  }

  /** From now on every timer fires by itself, as soon as nothing else is left to do: no wait takes any real time. */
  runByItself(): void {
    const fire = (): void => {
      setImmediate(() => {
        if (this.nextInMs !== undefined) this.advance(this.nextInMs);
      });
    };
    this.#onTimer = fire;
    fire();
  }
}

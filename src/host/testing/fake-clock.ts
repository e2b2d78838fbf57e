import type { Clock } from '../../actors/runtime/clock.js';

/** A clock that moves only when the test calls `advance`. Starts at 0. */
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

  /** The number of pending timers. */
  get pending(): number {
    return this.#timers.size;
  }

  /** The time until the next timer fires; `undefined` when there is none. */
  get nextInMs(): number | undefined {
    const times = [...this.#timers].map((timer) => timer.atMs - this.#nowMs);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Advances the time and fires the timers that become due, in order. */
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

  /**
   * From now on, timers fire as soon as the event loop has nothing else to do and no file is being read or written, so
   * that waits take no real time.
   */
  autoAdvance(): void {
    const fire = (): void => {
      setImmediate(() => {
        if (isUsingFiles()) fire();
        else if (this.nextInMs !== undefined) this.advance(this.nextInMs);
      });
    };
    this.#onTimer = fire;
    fire();
  }
}

/** Whether requests to the file system are under way, those of promises included. */
function isUsingFiles(): boolean {
  return process.getActiveResourcesInfo().some((type) => type.startsWith('FSReq'));
}

import type { Clock } from '../../../src/actors/runtime/clock.js';

/** Time that passes when the test says so. */
export class ManualClock implements Clock {
  #now = 0;
  #timers: { readonly dueMs: number; readonly callback: () => void }[] = [];

  /** How many callbacks wait. */
  get pending(): number {
    return this.#timers.length;
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, callback: () => void): () => void {
    const timer = { dueMs: this.#now + delayMs, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  advance(ms: number): void {
    this.#now += ms;
    const due = this.#timers.filter(({ dueMs }) => dueMs <= this.#now);
    this.#timers = this.#timers.filter(({ dueMs }) => dueMs > this.#now);
    for (const { callback } of due) callback();
  }
}

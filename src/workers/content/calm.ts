import { type Clock, sleep } from '../../actors/runtime/clock.js';

export interface CalmOptions {
  readonly clock: Clock;
  /** How long nothing must have happened. */
  readonly calmMs: number;
}

/** Lets work in the background wait until what goes on in the foreground is over. */
export class Calm {
  readonly #options: CalmOptions;
  #disturbedAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: CalmOptions) {
    this.#options = options;
  }

  /** Something happens. */
  disturb(): void {
    this.#disturbedAtMs = this.#options.clock.now();
  }

  get isCalm(): boolean {
    const { clock, calmMs } = this.#options;
    return clock.now() - this.#disturbedAtMs >= calmMs;
  }

  /** Resolves when it is calm, when that was waited for `maxWaitMs`, or when `signal` aborts. */
  async wait(maxWaitMs: number, signal: AbortSignal): Promise<void> {
    const { clock, calmMs } = this.#options;
    const latestMs = clock.now() + maxWaitMs;
    while (!signal.aborted) {
      const leftMs = Math.min(this.#disturbedAtMs + calmMs, latestMs) - clock.now();
      if (leftMs <= 0) return;
      await sleep(clock, leftMs, signal).catch(() => undefined);
    }
  }
}

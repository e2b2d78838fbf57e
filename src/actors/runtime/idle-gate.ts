import { type Clock, sleep } from './clock.js';

interface IdleGateOptions {
  readonly clock: Clock;
  /** The gate opens after this long without a trigger. */
  readonly quietMs: number;
}

/** Holds background work back until the foreground has been idle for `quietMs`. */
export class IdleGate {
  readonly #options: IdleGateOptions;
  #triggeredAtMs = Number.NEGATIVE_INFINITY;

  constructor(options: IdleGateOptions) {
    this.#options = options;
  }

  /** Records activity in the foreground. */
  trigger(): void {
    this.#triggeredAtMs = this.#options.clock.now();
  }

  get isIdle(): boolean {
    const { clock, quietMs } = this.#options;
    return clock.now() - this.#triggeredAtMs >= quietMs;
  }

  /** Resolves when the foreground is idle, after `maxWaitMs` at the latest, or when `signal` aborts. */
  async wait(maxWaitMs: number, signal: AbortSignal): Promise<void> {
    const { clock, quietMs } = this.#options;
    const latestMs = clock.now() + maxWaitMs;
    while (!signal.aborted) {
      const leftMs = Math.min(this.#triggeredAtMs + quietMs, latestMs) - clock.now();
      if (leftMs <= 0) return;
      await sleep(clock, leftMs, signal).catch(() => undefined);
    }
  }
}

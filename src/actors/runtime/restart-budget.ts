/** How often what was lost is started again before it is given up. */
export interface SupervisionLimits {
  /** Restarts within `windowMs`. Default 5. */
  readonly maxRestarts: number;
  /** Units: milliseconds. Default 60,000. */
  readonly windowMs: number;
}

export interface RestartRules extends SupervisionLimits {
  /** What is lost this often before it was ever ready is given up. Default: no limit of its own. */
  readonly maxLossesBeforeReady?: number;
  /** Whether losses before a sign of health count no longer. Default: they count until `windowMs` has passed. */
  readonly isClearedByHealth?: boolean;
}

// Enough to survive a bad minute, too few to burn a core on what cannot live.
export const DEFAULT_LIMITS: SupervisionLimits = { maxRestarts: 5, windowMs: 60_000 };

// Short enough that a person hardly notices the first restart.
const FIRST_DELAY_MS = 200;

// Longer waits would not help what five tries did not.
const MAX_DELAY_MS = 5_000;

// A hang takes 20 s to be noticed: a window in which five crashes fit has no room for five of those.
const HANG_WINDOW_FACTOR = 10;

/**
 * Decides whether and when what was lost is started again: after 200 ms, doubled with each loss since the last sign of
 * health up to 5 s, less up to half of it by chance, so that what fell together does not rise together.
 */
export class RestartBudget {
  readonly #rules: RestartRules;
  /** When each loss that counts stops counting. */
  #expiriesMs: number[] = [];
  #lossesSinceHealthy = 0;
  #wasEverReady = false;

  constructor(rules: RestartRules) {
    this.#rules = rules;
  }

  markReady(): void {
    this.#wasEverReady = true;
  }

  markHealthy(): void {
    this.#lossesSinceHealthy = 0;
    if (this.#rules.isClearedByHealth === true) this.#expiriesMs = [];
  }

  /** Forgets everything. */
  reset(): void {
    this.#expiriesMs = [];
    this.#lossesSinceHealthy = 0;
    this.#wasEverReady = false;
  }

  /**
   * Counts a loss. Gives the wait before the next start, in milliseconds; `undefined` when there is none to come.
   * `jitter` is from 0 up to, not including, 1.
   */
  spend(loss: {
    readonly atMs: number;
    readonly isHang: boolean;
    readonly jitter: number;
  }): number | undefined {
    const { maxRestarts, windowMs, maxLossesBeforeReady = Infinity } = this.#rules;
    const lossCountsMs = loss.isHang ? windowMs * HANG_WINDOW_FACTOR : windowMs;
    const delayMs = Math.min(FIRST_DELAY_MS * 2 ** this.#lossesSinceHealthy, MAX_DELAY_MS);
    this.#expiriesMs = [...this.#expiriesMs.filter((ms) => ms > loss.atMs), loss.atMs + lossCountsMs];
    this.#lossesSinceHealthy += 1;
    const isBroken = !this.#wasEverReady && this.#lossesSinceHealthy >= maxLossesBeforeReady;
    if (isBroken || this.#expiriesMs.length > maxRestarts) return undefined;
    return delayMs * (1 - loss.jitter / 2);
  }
}

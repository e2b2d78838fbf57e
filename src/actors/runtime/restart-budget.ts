/** How often a lost instance is restarted before the supervisor gives up. */
export interface SupervisionLimits {
  /** Restarts within `windowMs`. Default 5. */
  readonly maxRestarts: number;
  /** Units: milliseconds. Default 60,000. */
  readonly windowMs: number;
}

export interface RestartRules extends SupervisionLimits {
  /** Losses before an instance was ever ready after which the supervisor gives up. Default: no such limit. */
  readonly maxLossesBeforeReady?: number;
  /** Whether a sign of health clears the counted losses. Default: each loss counts until `windowMs` has passed. */
  readonly isClearedByHealth?: boolean;
}

// Enough restarts to survive a bad minute, too few to waste a core on an instance that can never run.
export const RESTART_LIMITS: SupervisionLimits = { maxRestarts: 5, windowMs: 60_000 };

// Short enough that a person hardly notices the first restart.
const FIRST_DELAY_MS = 200;

// Longer waits would not help where five restarts did not.
const MAX_DELAY_MS = 5_000;

// Noticing a hang takes 20 s, so that five hangs do not fit into a window in which five crashes do.
const HANG_WINDOW_FACTOR = 10;

/**
 * Decides whether and when a lost instance is restarted: after 200 ms, doubled with each loss since the last sign of
 * health up to 5 s, minus a random part of up to a half, so that instances which died together do not restart together.
 */
export class RestartBudget {
  readonly #rules: RestartRules;
  /** For each counted loss, when it stops counting. */
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

  /** Forgets all losses. */
  reset(): void {
    this.#expiriesMs = [];
    this.#lossesSinceHealthy = 0;
    this.#wasEverReady = false;
  }

  /**
   * Counts a loss. Returns the wait before the restart, in milliseconds, or `undefined` to give up. `jitter` is at
   * least 0 and below 1.
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

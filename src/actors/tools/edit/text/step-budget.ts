/** Thrown when a `StepBudget` is exhausted. */
export class BudgetExhaustedError extends Error {
  override readonly name = 'BudgetExhaustedError';
}

// A step takes some ten nanoseconds, so that the caller yields every millisecond or so.
const STEPS_PER_TURN = 100_000;

/** Limits the total steps of a search, whatever its input, and the steps between two yields. */
export class StepBudget {
  #left: number;
  #sinceTurn = 0;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Errors: `BudgetExhaustedError`. */
  spend(steps: number): void {
    if (!this.trySpend(steps)) throw new BudgetExhaustedError('More steps than this search may take.');
  }

  /** Spends the steps. Returns whether that many were left. */
  trySpend(steps: number): boolean {
    this.#left -= steps;
    this.#sinceTurn += steps;
    return this.#left >= 0;
  }

  /**
   * Counts steps of work that is bounded by itself: they bring the next yield closer, but are not charged to the
   * budget.
   */
  work(steps: number): void {
    this.#sinceTurn += steps;
  }

  /** Whether it is time to yield. If so, starts the next turn. */
  isYieldDue(): boolean {
    if (this.#sinceTurn < STEPS_PER_TURN) return false;
    this.#sinceTurn = 0;
    return true;
  }
}

/** Thrown when a `WorkBudget` is exhausted. */
export class BudgetExhausted extends Error {
  override readonly name = 'BudgetExhausted';
}

// A step takes some ten nanoseconds, so that the caller yields every millisecond or so.
const STEPS_A_TURN = 100_000;

/** Limits the total steps of a search, whatever its input, and the steps between two yields. */
export class WorkBudget {
  #left: number;
  #sinceTurn = 0;

  constructor(steps: number) {
    this.#left = steps;
  }

  /** Errors: `BudgetExhausted`. */
  spend(steps: number): void {
    if (!this.trySpend(steps)) throw new BudgetExhausted('More steps than this search may take.');
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
  isTurnOver(): boolean {
    if (this.#sinceTurn < STEPS_A_TURN) return false;
    this.#sinceTurn = 0;
    return true;
  }
}

/** Thrown by a `WorkBudget` that is used up. */
export class BudgetExhausted extends Error {
  override readonly name = 'BudgetExhausted';
}

// Some ten nanoseconds each: others get their turn every millisecond or so.
const STEPS_A_TURN = 100_000;

/** A bound on how many steps a search may take, whatever its input, and on how many it may take in one go. */
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

  /** Whether so many steps were left. */
  trySpend(steps: number): boolean {
    this.#left -= steps;
    this.#sinceTurn += steps;
    return this.#left >= 0;
  }

  /** Counts steps that are bounded otherwise: they end a turn, and use nothing up. */
  work(steps: number): void {
    this.#sinceTurn += steps;
  }

  /** Whether it is time to yield; then the next turn begins. */
  isTurnOver(): boolean {
    if (this.#sinceTurn < STEPS_A_TURN) return false;
    this.#sinceTurn = 0;
    return true;
  }
}

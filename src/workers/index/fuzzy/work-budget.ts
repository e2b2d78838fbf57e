// Less than a millisecond of work.
const UNITS_AT_ONCE = 2048;

/**
 * Counts the work of a search: visiting a name or a directory is one unit, some 0.5 us. Counting instead of timing
 * gives the same hits however busy the machine is.
 */
export class WorkBudget {
  #left: number;
  #untilDue: number;
  readonly #unitsAtOnce: number;

  /** `units`: the whole budget; `unitsAtOnce`: after how many units the search should yield. */
  constructor(units: number, unitsAtOnce = UNITS_AT_ONCE) {
    this.#left = units;
    this.#unitsAtOnce = unitsAtOnce;
    this.#untilDue = unitsAtOnce;
  }

  /** Whether the budget is used up. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** Whether the search should yield now. */
  get isDue(): boolean {
    return this.#untilDue <= 0;
  }

  /** Spends one unit; returns true when none is left. */
  spend(): boolean {
    this.#untilDue--;
    return --this.#left <= 0;
  }

  /** Restarts the count after a yield. */
  begin(): void {
    this.#untilDue = this.#unitsAtOnce;
  }
}

/** Divides a budget among roots in proportion to their files, because a search takes as long as it visits files. */
export function divideUnits(units: number, files: readonly number[]): number[] {
  // Plus 1 for each root, so that the sum is never 0.
  const all = files.reduce((sum, count) => sum + count + 1, 0);
  return files.map((count) => Math.ceil((units * (count + 1)) / all));
}

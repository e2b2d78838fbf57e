// Some 0.2 ms.
const UNITS_UNTIL_DUE = 2048;

/**
 * Counts the work of a search: a unit is a name or a directory that is looked at, some 0.1 us. Work is counted and not
 * timed, so that a search finds the same however busy the machine is.
 */
export class WorkBudget {
  #left: number;
  #untilDue = UNITS_UNTIL_DUE;

  /** `units`: how many may be spent. */
  constructor(units: number) {
    this.#left = units;
  }

  /** Whether nothing is left of it. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** Whether others should get their turn. */
  get isDue(): boolean {
    return this.#untilDue <= 0;
  }

  /** Takes one unit; true when there is none. */
  spend(): boolean {
    this.#untilDue--;
    return --this.#left <= 0;
  }

  /** Says that others had their turn. */
  begin(): void {
    this.#untilDue = UNITS_UNTIL_DUE;
  }
}

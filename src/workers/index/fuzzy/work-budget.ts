// Less than a millisecond of work.
const UNITS_AT_ONCE = 2048;

/**
 * Counts the work of a search: a unit is a name or a directory that is looked at, some 0.5 us. Work is counted and not
 * timed, so that a search finds the same however busy the machine is.
 */
export class WorkBudget {
  #left: number;
  #untilDue: number;
  readonly #unitsAtOnce: number;

  /** `units`: how many may be spent; `unitsAtOnce`: after how many others should get their turn. */
  constructor(units: number, unitsAtOnce = UNITS_AT_ONCE) {
    this.#left = units;
    this.#unitsAtOnce = unitsAtOnce;
    this.#untilDue = unitsAtOnce;
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
    this.#untilDue = this.#unitsAtOnce;
  }
}

/** What of some units each root may spend: what a search takes grows with the files that it looks through. */
export function shareUnits(units: number, files: readonly number[]): number[] {
  // One more for each, so that nothing is divided by 0.
  const all = files.reduce((sum, count) => sum + count + 1, 0);
  return files.map((count) => Math.ceil((units * (count + 1)) / all));
}

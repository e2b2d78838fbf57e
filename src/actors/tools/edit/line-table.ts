import { foldCost, foldLine, type LineRung } from './fold-line.js';
import type { LineScope } from './line-scope.js';
import type { WorkBudget } from './work-budget.js';

// What finding a line in a table costs, in steps.
const LOOK_UP_COST = 12;

/** The lines of a text as one rung sees them, so that runs of lines are found by comparing numbers. */
export class LineTable {
  readonly #rung: LineRung;
  readonly #numbers: Int32Array;
  /** By number: where it occurs, ascending. */
  readonly #places: readonly (readonly number[])[];
  readonly #byText: ReadonlyMap<string, number>;

  /** Yields now and then. Errors: `BudgetExhausted`. */
  static *of(lines: readonly string[], rung: LineRung, budget: WorkBudget): Generator<void, LineTable> {
    const numbers = new Int32Array(lines.length);
    const places: number[][] = [];
    const byText = new Map<string, number>();
    for (const [place, line] of lines.entries()) {
      const text = foldLine(line, rung);
      budget.spend(LOOK_UP_COST + foldCost(line, rung));
      if (budget.isTurnOver()) yield;
      let number = byText.get(text);
      if (number === undefined) {
        number = places.length;
        byText.set(text, number);
        places.push([]);
      }
      numbers[place] = number;
      places[number]?.push(place);
    }
    return new LineTable(rung, numbers, places, byText);
  }

  private constructor(
    rung: LineRung,
    numbers: Int32Array,
    places: readonly (readonly number[])[],
    byText: ReadonlyMap<string, number>,
  ) {
    this.#rung = rung;
    this.#numbers = numbers;
    this.#places = places;
    this.#byText = byText;
  }

  /** Where a line occurs, ascending. */
  placesOf(line: string): readonly number[] {
    const number = this.#byText.get(foldLine(line, this.#rung));
    return number === undefined ? [] : (this.#places[number] ?? []);
  }

  /**
   * Where the wanted lines stand one after the other, within a scope: the first `most` places that `isFit` takes.
   * Yields now and then. Errors: `BudgetExhausted`.
   */
  *find(
    wanted: readonly string[],
    { from, to }: LineScope,
    most: number,
    budget: WorkBudget,
    isFit: (start: number) => boolean,
  ): Generator<void, number[]> {
    const numbers = new Int32Array(wanted.length);
    let rarest = 0;
    let fewest = Infinity;
    for (const [offset, line] of wanted.entries()) {
      const number = this.#byText.get(foldLine(line, this.#rung));
      budget.spend(LOOK_UP_COST + foldCost(line, this.#rung));
      if (budget.isTurnOver()) yield;
      if (number === undefined) return [];
      numbers[offset] = number;
      const count = this.#places[number]?.length ?? 0;
      if (count < fewest) {
        fewest = count;
        rarest = offset;
      }
    }
    const found: number[] = [];
    for (const place of this.#places[numbers[rarest] ?? -1] ?? []) {
      const start = place - rarest;
      let same = 0;
      if (start >= from && start + numbers.length <= to) {
        while (same < numbers.length && this.#numbers[start + same] === numbers[same]) same++;
        if (same === numbers.length && isFit(start)) found.push(start);
      }
      budget.spend(same + 1);
      if (found.length === most) break;
      if (budget.isTurnOver()) yield;
    }
    return found;
  }
}

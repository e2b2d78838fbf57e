import { foldCost, foldLine, type LineRung } from './fold-line.js';
import type { LineScope } from './line-scope.js';
import type { WorkBudget } from './work-budget.js';

// What finding a line in a table costs, in steps, and what it costs to see a line as a rung does, besides its letters.
const LOOK_UP_COST = 12;
const FOLD_COST = 4;

/** Equal lines have equal numbers. */
interface Numbering {
  /** By place. */
  readonly numbers: Int32Array;
  readonly byText: ReadonlyMap<string, number>;
  /** All places, those of one number together, ascending. */
  readonly places: Int32Array;
  /** By number: where its places start in `places`; those of the next number start where they end. */
  readonly starts: Int32Array;
}

/** The lines of a text as one rung sees them, so that runs of lines are found by comparing numbers. */
export class LineTable {
  readonly #rung: LineRung;
  readonly #folded: readonly string[];
  readonly #numbering: Numbering;

  /**
   * The table of a rung; `stricter` is one that was made before, and saves work where this one sees the same.
   * Yields now and then. Errors: `BudgetExhausted`.
   */
  static *of(
    lines: readonly string[],
    rung: LineRung,
    budget: WorkBudget,
    stricter?: LineTable,
  ): Generator<void, LineTable> {
    const folded: string[] = [];
    const before = stricter === undefined ? [] : stricter.#folded;
    let isSame = stricter !== undefined;
    for (const line of lines) {
      const text = foldLine(line, rung);
      isSame &&= text === before[folded.length];
      folded.push(text);
      budget.spend(FOLD_COST + foldCost(line, rung));
      if (budget.isTurnOver()) yield;
    }
    if (isSame && stricter !== undefined) return new LineTable(rung, folded, stricter.#numbering);
    return new LineTable(rung, folded, yield* numberLines(folded, budget));
  }

  private constructor(rung: LineRung, folded: readonly string[], numbering: Numbering) {
    this.#rung = rung;
    this.#folded = folded;
    this.#numbering = numbering;
  }

  /** Where a line occurs, ascending. */
  placesOf(line: string): Int32Array {
    return this.#placesOf(this.#numbering.byText.get(foldLine(line, this.#rung)));
  }

  #placesOf(number: number | undefined): Int32Array {
    const { places, starts } = this.#numbering;
    return number === undefined ? places.subarray(0, 0) : places.subarray(starts[number], starts[number + 1]);
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
    const { numbers: all, byText } = this.#numbering;
    const numbers = new Int32Array(wanted.length);
    let rarest = 0;
    let fewest = Infinity;
    for (const [offset, line] of wanted.entries()) {
      const number = byText.get(foldLine(line, this.#rung));
      budget.spend(LOOK_UP_COST + foldCost(line, this.#rung));
      if (budget.isTurnOver()) yield;
      if (number === undefined) return [];
      numbers[offset] = number;
      const count = this.#placesOf(number).length;
      if (count < fewest) {
        fewest = count;
        rarest = offset;
      }
    }
    const found: number[] = [];
    for (const place of this.#placesOf(numbers[rarest])) {
      const start = place - rarest;
      let same = 0;
      if (start >= from && start + numbers.length <= to) {
        while (same < numbers.length && all[start + same] === numbers[same]) same++;
        if (same === numbers.length && isFit(start)) found.push(start);
      }
      budget.spend(same + 1);
      if (found.length === most) break;
      if (budget.isTurnOver()) yield;
    }
    return found;
  }
}

function* numberLines(lines: readonly string[], budget: WorkBudget): Generator<void, Numbering> {
  const numbers = new Int32Array(lines.length);
  const starts = new Int32Array(lines.length + 2);
  const byText = new Map<string, number>();
  for (let place = 0; place < lines.length; place++) {
    const text = lines[place] ?? '';
    let number = byText.get(text);
    if (number === undefined) byText.set(text, (number = byText.size));
    numbers[place] = number;
    // How many there are stands two further on until the starts are summed up.
    starts[number + 2] = (starts[number + 2] ?? 0) + 1;
    budget.spend(LOOK_UP_COST);
    if (budget.isTurnOver()) yield;
  }
  for (let number = 1; number < starts.length; number++)
    starts[number] = (starts[number] ?? 0) + (starts[number - 1] ?? 0);
  const places = new Int32Array(lines.length);
  // Each place moves the start of the next number on to where it belongs.
  for (let place = 0; place < lines.length; place++) {
    const slot = (numbers[place] ?? 0) + 1;
    const at = starts[slot] ?? 0;
    places[at] = place;
    starts[slot] = at + 1;
  }
  return { numbers, byText, places, starts };
}

import { LineNumbers } from '../text/line-numbers.js';
import type { WorkBudget } from '../text/work-budget.js';
import { foldCost, foldLine, isFoldedAnew } from './fold-line.js';
import { isInScope, type LineScope } from './line-scope.js';
import type { LineRung } from './rung.js';

// What finding a line in a table costs, in steps, and what it costs to see a line as a rung does, besides its letters.
const LOOK_UP_COST = 12;
const FOLD_COST = 4;
// A step is some ten nanoseconds, and so is the hash of some letters.
const LETTERS_A_STEP = 6;

/** Equal lines have equal numbers. */
interface Numbering {
  readonly known: LineNumbers;
  /** By place. */
  readonly numbers: Int32Array;
  /** All places, those of one number together, ascending. */
  readonly places: Int32Array;
  /** By number: where its places start in `places`; those of the next number start where they end. */
  readonly starts: Int32Array;
}

/** The lines of a text as one rung sees them, so that runs of lines are found by comparing numbers. */
export class LineTable {
  readonly #rung: LineRung;
  readonly #numbering: Numbering;

  /**
   * The table of a rung; `stricter` is that of the rung before it, and serves where both see the same. Yields now and
   * then. Cost: grows with the text, whatever is in it, so it is no part of what a search may spend.
   */
  static *of(
    lines: readonly string[],
    rung: LineRung,
    budget: WorkBudget,
    stricter?: LineTable,
  ): Generator<void, LineTable> {
    if (stricter !== undefined && !(yield* hasFoldedAnew(lines, rung, budget)))
      return new LineTable(rung, stricter.#numbering);
    return new LineTable(rung, yield* numberLines(lines, rung, budget));
  }

  private constructor(rung: LineRung, numbering: Numbering) {
    this.#rung = rung;
    this.#numbering = numbering;
  }

  /** Where a line occurs, ascending. */
  placesOf(line: string): Int32Array {
    return this.#placesOf(this.#numbering.known.find(foldLine(line, this.#rung)));
  }

  #placesOf(number: number | undefined): Int32Array {
    const { places, starts } = this.#numbering;
    return number === undefined ? places.subarray(0, 0) : places.subarray(starts[number], starts[number + 1]);
  }

  /**
   * Where the wanted lines stand one after the other, beginning within a scope: the first `most` places that `isFit`
   * takes. Yields now and then. Errors: `BudgetExhausted`.
   */
  *find(
    wanted: readonly string[],
    scope: LineScope,
    most: number,
    budget: WorkBudget,
    isFit: (start: number) => boolean,
  ): Generator<void, number[]> {
    const { numbers: all, known } = this.#numbering;
    const numbers = new Int32Array(wanted.length);
    let rarest = 0;
    let fewest = Infinity;
    for (const [offset, line] of wanted.entries()) {
      const number = known.find(foldLine(line, this.#rung));
      budget.spend(LOOK_UP_COST + line.length / LETTERS_A_STEP + foldCost(line, this.#rung));
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
      if (start >= 0 && start + numbers.length <= all.length && isInScope(scope, start)) {
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

function* hasFoldedAnew(
  lines: readonly string[],
  rung: LineRung,
  budget: WorkBudget,
): Generator<void, boolean> {
  for (let place = 0; place < lines.length; place++) {
    const line = lines[place] ?? '';
    if (isFoldedAnew(line, rung)) return true;
    budget.work(FOLD_COST + foldCost(line, rung));
    if (budget.isTurnOver()) yield;
  }
  return false;
}

function* numberLines(
  lines: readonly string[],
  rung: LineRung,
  budget: WorkBudget,
): Generator<void, Numbering> {
  const known = new LineNumbers(lines.length, (place) => foldLine(lines[place] ?? '', rung));
  const numbers = new Int32Array(lines.length);
  for (let place = 0; place < lines.length; place++) {
    const line = lines[place] ?? '';
    numbers[place] = known.add(foldLine(line, rung), place);
    budget.work(LOOK_UP_COST + FOLD_COST + line.length / LETTERS_A_STEP + foldCost(line, rung));
    if (budget.isTurnOver()) yield;
  }
  // How many there are of each number stands two further on, until these are summed up.
  const starts = new Int32Array(known.count + 2);
  for (let place = 0; place < numbers.length; place++) {
    const slot = (numbers[place] ?? 0) + 2;
    starts[slot] = (starts[slot] ?? 0) + 1;
  }
  for (let number = 1; number < starts.length; number++)
    starts[number] = (starts[number] ?? 0) + (starts[number - 1] ?? 0);
  yield;
  const places = new Int32Array(lines.length);
  // Each place moves the start of the next number on to where it belongs.
  for (let place = 0; place < numbers.length; place++) {
    const slot = (numbers[place] ?? 0) + 1;
    const at = starts[slot] ?? 0;
    places[at] = place;
    starts[slot] = at + 1;
  }
  return { known, numbers, places, starts };
}

import { LineInterner } from '../text/line-interner.js';
import type { StepBudget } from '../text/step-budget.js';
import { foldCost, foldLine, isFoldedDifferently } from './fold-line.js';
import { isInScope, type LineScope } from './line-scope.js';
import type { LineMatchLevel } from './match-level.js';

// The cost of a look-up in a table, in steps, and that of normalising a line, in addition to its length.
const LOOK_UP_COST = 12;
const FOLD_COST = 4;
// A step takes some ten nanoseconds, and so does hashing this many letters.
const LETTERS_PER_STEP = 6;

/** Equal lines have equal numbers. */
interface Numbering {
  readonly known: LineInterner;
  readonly numbers: Int32Array;
  /** All line indices grouped by number, ascending within a group. */
  readonly places: Int32Array;
  /** For each number, where its group starts in `places`; the next group's start is its end. */
  readonly starts: Int32Array;
}

/** The lines of a text at one match level, as numbers, so that runs of lines are found by comparing numbers. */
export class LineTable {
  readonly #level: LineMatchLevel;
  readonly #numbering: Numbering;

  /**
   * Builds the table of a level. `stricter` is the table of the level before it, which is reused where both agree.
   * Yields now and then. Cost: linear in the text, so it is not charged to the budget of a search.
   */
  static *of(
    lines: readonly string[],
    level: LineMatchLevel,
    budget: StepBudget,
    stricter?: LineTable,
  ): Generator<void, LineTable> {
    if (stricter !== undefined && !(yield* hasFoldedAnew(lines, level, budget)))
      return new LineTable(level, stricter.#numbering);
    return new LineTable(level, yield* numberLines(lines, level, budget));
  }

  private constructor(level: LineMatchLevel, numbering: Numbering) {
    this.#level = level;
    this.#numbering = numbering;
  }

  /** The indices at which a line occurs, ascending. */
  placesOf(line: string): Int32Array {
    return this.#placesOf(this.#numbering.known.find(foldLine(line, this.#level)));
  }

  #placesOf(number: number | undefined): Int32Array {
    const { places, starts } = this.#numbering;
    return number === undefined ? places.subarray(0, 0) : places.subarray(starts[number], starts[number + 1]);
  }

  /**
   * The first `most` places at which the wanted lines follow each other, beginning within the scope, that `isFit`
   * accepts. Yields now and then. Errors: `BudgetExhaustedError`.
   */
  *find(
    wanted: readonly string[],
    scope: LineScope,
    most: number,
    budget: StepBudget,
    isFit: (start: number) => boolean,
  ): Generator<void, number[]> {
    const { numbers: all, known } = this.#numbering;
    const numbers = new Int32Array(wanted.length);
    let rarest = 0;
    let fewest = Infinity;
    for (const [offset, line] of wanted.entries()) {
      const number = known.find(foldLine(line, this.#level));
      budget.spend(LOOK_UP_COST + line.length / LETTERS_PER_STEP + foldCost(line, this.#level));
      if (budget.isYieldDue()) yield;
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
      if (budget.isYieldDue()) yield;
    }
    return found;
  }
}

function* hasFoldedAnew(
  lines: readonly string[],
  level: LineMatchLevel,
  budget: StepBudget,
): Generator<void, boolean> {
  for (let place = 0; place < lines.length; place++) {
    const line = lines[place] ?? '';
    if (isFoldedDifferently(line, level)) return true;
    budget.work(FOLD_COST + foldCost(line, level));
    if (budget.isYieldDue()) yield;
  }
  return false;
}

function* numberLines(
  lines: readonly string[],
  level: LineMatchLevel,
  budget: StepBudget,
): Generator<void, Numbering> {
  const known = new LineInterner(lines.length, (place) => foldLine(lines[place] ?? '', level));
  const numbers = new Int32Array(lines.length);
  for (let place = 0; place < lines.length; place++) {
    const line = lines[place] ?? '';
    numbers[place] = known.add(foldLine(line, level), place);
    budget.work(LOOK_UP_COST + FOLD_COST + line.length / LETTERS_PER_STEP + foldCost(line, level));
    if (budget.isYieldDue()) yield;
  }
  // The count of each number is stored two slots further on, until the prefix sums turn the counts into starts.
  const starts = new Int32Array(known.count + 2);
  for (let place = 0; place < numbers.length; place++) {
    const slot = (numbers[place] ?? 0) + 2;
    starts[slot] = (starts[slot] ?? 0) + 1;
  }
  for (let number = 1; number < starts.length; number++)
    starts[number] = (starts[number] ?? 0) + (starts[number - 1] ?? 0);
  yield;
  const places = new Int32Array(lines.length);
  // Filling in a place advances the start of its group; in the end each slot holds the start of the next group.
  for (let place = 0; place < numbers.length; place++) {
    const slot = (numbers[place] ?? 0) + 1;
    const at = starts[slot] ?? 0;
    places[at] = place;
    starts[slot] = at + 1;
  }
  return { known, numbers, places, starts };
}

import type { TextPosition } from '../text/splice.js';
import type { StepBudget } from '../text/step-budget.js';
import { findSubstring } from './find-substring.js';
import { compareDepths, findIndentation, type Indentation, SAME_INDENTATION } from './indentation.js';
import { isInScope, type LineScope } from './line-scope.js';
import { LineTable } from './line-table.js';
import { LINE_MATCH_LEVELS, type LineMatchLevel } from './match-level.js';

/** A match of whole lines. */
export interface WholeLineMatch {
  readonly start: number;
  readonly indentation: Indentation;
}

/** A match that begins or ends within a line. */
export interface StretchMatch {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

interface LineMatches {
  readonly matches: readonly WholeLineMatch[];
  /** Where the lines occur with different nesting. */
  readonly nestedOtherwise: readonly number[];
}

// Enough places to show a model how ambiguous a block is.
const MAX_PLACES = 5;
// As many lines of a block as a model forgets.
const MAX_BETWEEN = 3;
// The cost of comparing a line, in steps, in addition to its length.
const LINE_COST = 3;
// The costs of comparing how deep a line is, and of a line from which the rule of an indentation is derived, in steps.
const DEPTH_COST = 5;
const INDENTATION_COST = 25;
// Below this product of the lengths of line and pattern, `indexOf` is fast even in the worst case.
const MAX_PLAIN_SEARCH = 100_000;

/** The lines of one file, searchable at each match level. The table of a level is built on first use. */
export class Haystack {
  readonly lines: readonly string[];
  readonly #budget: StepBudget;
  readonly #tables = new Map<LineMatchLevel, LineTable>();

  constructor(lines: readonly string[], budget: StepBudget) {
    this.lines = lines;
    this.#budget = budget;
  }

  /** The first places at which the wanted lines occur. Errors: `BudgetExhaustedError`. */
  *findLines(
    wanted: readonly string[],
    level: LineMatchLevel,
    scope: LineScope,
  ): Generator<void, LineMatches> {
    const table = yield* this.table(level);
    const keepsIndentation = LINE_MATCH_LEVELS.indexOf(level) < LINE_MATCH_LEVELS.indexOf('indentation');
    const indentations = new Map<number, Indentation>();
    const nestedOtherwise: number[] = [];
    const isFit = (start: number): boolean => {
      if (keepsIndentation) return true;
      const { compared, isCoverable } = compareDepths(wanted, this.lines, start);
      this.#budget.spend(compared * DEPTH_COST + (isCoverable ? wanted.length * INDENTATION_COST : 0));
      const indentation = isCoverable ? findIndentation(wanted, this.lines, start) : undefined;
      if (indentation !== undefined) indentations.set(start, indentation);
      else if (nestedOtherwise.length < MAX_PLACES) nestedOtherwise.push(start);
      return indentation !== undefined;
    };
    const places = yield* table.find(wanted, scope, MAX_PLACES, this.#budget, isFit);
    const matches = places.map((start) => ({
      start,
      indentation: indentations.get(start) ?? SAME_INDENTATION,
    }));
    return { matches, nestedOtherwise };
  }

  /**
   * Where the wanted lines stand exactly and in order, with a few other lines between them. Blank lines do not count.
   * Shape: the first of the lines, and the index after the last. Errors: `BudgetExhaustedError`.
   */
  *findScattered(
    wanted: readonly string[],
    scope: LineScope,
  ): Generator<void, readonly { readonly start: number; readonly end: number }[]> {
    const [first, ...others] = wanted.filter((line) => line.trim() !== '');
    if (first === undefined || others.length === 0) return [];
    const found: { readonly start: number; readonly end: number }[] = [];
    const table = yield* this.table('exact');
    for (const start of table.placesOf(first)) {
      if (!isInScope(scope, start)) continue;
      let end = start + 1;
      let between = 0;
      for (const line of others) {
        while (between <= MAX_BETWEEN && end < this.lines.length && this.lines[end] !== line) {
          between += this.lines[end]?.trim() === '' ? 0 : 1;
          end++;
        }
        end++;
        this.#budget.spend(LINE_COST);
      }
      this.#budget.spend(between + 1);
      if (this.#budget.isYieldDue()) yield;
      if (between > MAX_BETWEEN || end > this.lines.length) continue;
      found.push({ start, end });
      if (found.length === MAX_PLACES) break;
    }
    return found;
  }

  /**
   * Places at which the wanted text occurs literally within lines. Excludes matches of whole lines, apart from white
   * space around them, and matches that begin or end inside a word or a run of white space.
   * Errors: `BudgetExhaustedError`.
   */
  *findWithinLines(wanted: readonly string[], scope: LineScope): Generator<void, StretchMatch[]> {
    const first = wanted[0] ?? '';
    const last = wanted.at(-1) ?? '';
    if (first === '' || last === '' || first.trimStart() !== first || last.trimEnd() !== last) return [];
    const found: StretchMatch[] = [];
    for (let line = 0; line < this.lines.length; line++) {
      const text = this.lines[line] ?? '';
      this.#budget.spend(LINE_COST);
      if (this.#budget.isYieldDue()) yield;
      const lastLine = line + wanted.length - 1;
      if (lastLine >= this.lines.length) break;
      const isLong = text.length * first.length > MAX_PLAIN_SEARCH;
      if ((!isLong && !text.includes(first)) || !isInScope(scope, line)) continue;
      const columns =
        wanted.length === 1
          ? yield* this.#columnsOf(text, first, isLong)
          : this.#followLine(wanted, line)
            ? [text.length - first.length]
            : [];
      for (const column of columns) {
        const end = wanted.length === 1 ? column + first.length : last.length;
        if (isSurroundedByBlanks(text.slice(0, column), (this.lines[lastLine] ?? '').slice(end))) continue;
        found.push({ start: { line, column }, end: { line: lastLine, column: end } });
        if (found.length === MAX_PLACES) return found;
      }
    }
    return found;
  }

  /** The table of the file's lines, normalised for a match level. Built on first use. */
  *table(level: LineMatchLevel): Generator<void, LineTable> {
    let table = this.#tables.get(level);
    if (table === undefined) {
      const stricter = this.#tables.get(LINE_MATCH_LEVELS[LINE_MATCH_LEVELS.indexOf(level) - 1] ?? level);
      table = yield* LineTable.of(this.lines, level, this.#budget, stricter);
      this.#tables.set(level, table);
    }
    return table;
  }

  /** The columns at which a text occurs in a line at word boundaries. */
  *#columnsOf(line: string, wanted: string, isLong: boolean): Generator<void, readonly number[]> {
    const isFit = (at: number): boolean => !cutsWord(line, at) && !cutsWord(line, at + wanted.length);
    if (isLong) return yield* findSubstring(line, wanted, MAX_PLACES, this.#budget, isFit);
    const columns: number[] = [];
    for (let at = line.indexOf(wanted); at !== -1; at = line.indexOf(wanted, at + 1)) {
      this.#budget.spend(1);
      if (isFit(at)) columns.push(at);
    }
    return columns;
  }

  /** Whether the wanted lines after the first one follow `line`, the last one as a prefix. */
  #followLine(wanted: readonly string[], line: number): boolean {
    const first = wanted[0] ?? '';
    const last = wanted.at(-1) ?? '';
    const text = this.lines[line] ?? '';
    const lastText = this.lines[line + wanted.length - 1] ?? '';
    if (!text.endsWith(first)) return false;
    if (!lastText.startsWith(last) || cutsWord(lastText, last.length)) return false;
    if (cutsWord(text, text.length - first.length)) return false;
    for (let offset = 1; offset < wanted.length - 1; offset++) {
      this.#budget.spend(1);
      if (this.lines[line + offset] !== wanted[offset]) return false;
    }
    return true;
  }
}

function isSurroundedByBlanks(before: string, behind: string): boolean {
  return before.trim() === '' && behind.trim() === '';
}

const WORD = /[\p{L}\p{N}_$]/u;

/** Whether a place is between two letters of a word. */
function cutsWord(text: string, at: number): boolean {
  return at > 0 && at < text.length && WORD.test(text.charAt(at - 1)) && WORD.test(text.charAt(at));
}

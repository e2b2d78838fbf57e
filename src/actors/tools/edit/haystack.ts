import { LINE_RUNGS, type LineRung } from './fold-line.js';
import { findSubstring } from './find-substring.js';
import { findIndentation, type Indentation, SAME_INDENTATION } from './indentation.js';
import type { LineScope } from './line-scope.js';
import { LineTable } from './line-table.js';
import type { TextPosition } from './splice.js';
import type { WorkBudget } from './work-budget.js';

/** Whole lines that match. */
export interface LineMatch {
  readonly start: number;
  readonly indentation: Indentation;
}

/** A stretch of text that matches, wherever in lines it begins and ends. */
export interface StretchMatch {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

// Enough places to tell a model how ambiguous it was.
const MAX_PLACES = 5;

/** The lines of one file, ready to be searched at each rung. What a rung needs is made when it is reached. */
export class Haystack {
  readonly lines: readonly string[];
  readonly #budget: WorkBudget;
  readonly #tables = new Map<LineRung, LineTable>();
  #text: string | undefined;
  #starts: Uint32Array | undefined;

  constructor(lines: readonly string[], budget: WorkBudget) {
    this.lines = lines;
    this.#budget = budget;
  }

  /** The places where the wanted lines stand, at the first few. Errors: `BudgetExhausted`. */
  *findLines(wanted: readonly string[], rung: LineRung, scope: LineScope): Generator<void, LineMatch[]> {
    const table = yield* this.table(rung);
    const keepsIndentation = LINE_RUNGS.indexOf(rung) < LINE_RUNGS.indexOf('indentation');
    const indentations = new Map<number, Indentation>();
    const isFit = (start: number): boolean => {
      if (keepsIndentation) return true;
      this.#budget.spend(wanted.length);
      const indentation = findIndentation(wanted, this.lines, start);
      if (indentation !== undefined) indentations.set(start, indentation);
      return indentation !== undefined;
    };
    const places = yield* table.find(wanted, scope, MAX_PLACES, this.#budget, isFit);
    return places.map((start) => ({ start, indentation: indentations.get(start) ?? SAME_INDENTATION }));
  }

  /**
   * The places where the wanted text stands, wherever in lines it begins and ends, but never within a word or within
   * indentation: what it says of those it says by halves. Errors: `BudgetExhausted`.
   */
  *findStretch(wanted: string, { from, to }: LineScope): Generator<void, StretchMatch[]> {
    if (/^\s|\s$/.test(wanted)) return [];
    const text = (this.#text ??= this.lines.join('\n'));
    const starts = (this.#starts ??= startsOf(this.lines));
    const toMatch = (at: number): StretchMatch => ({
      start: positionOf(starts, at),
      end: positionOf(starts, at + wanted.length),
    });
    const found = yield* findSubstring(text, wanted, MAX_PLACES, this.#budget, (at) => {
      if (cutsWord(text, at) || cutsWord(text, at + wanted.length)) return false;
      const { start, end } = toMatch(at);
      return start.line >= from && end.line < to;
    });
    return found.map(toMatch);
  }

  /** The lines as a rung sees them. Errors: `BudgetExhausted`. */
  *table(rung: LineRung): Generator<void, LineTable> {
    let table = this.#tables.get(rung);
    if (table === undefined) {
      const stricter = this.#tables.get(LINE_RUNGS[LINE_RUNGS.indexOf(rung) - 1] ?? rung);
      table = yield* LineTable.of(this.lines, rung, this.#budget, stricter);
      this.#tables.set(rung, table);
    }
    return table;
  }
}

const WORD = /[\p{L}\p{N}_$]/u;

/** Whether a place is between two letters of one word. */
function cutsWord(text: string, at: number): boolean {
  return at > 0 && at < text.length && WORD.test(text.charAt(at - 1)) && WORD.test(text.charAt(at));
}

function startsOf(lines: readonly string[]): Uint32Array {
  const starts = new Uint32Array(lines.length);
  let at = 0;
  for (const [index, line] of lines.entries()) {
    starts[index] = at;
    at += line.length + 1;
  }
  return starts;
}

function positionOf(starts: Uint32Array, at: number): TextPosition {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return { line: low, column: at - (starts[low] ?? 0) };
}

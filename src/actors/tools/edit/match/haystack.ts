import type { TextPosition } from '../text/splice.js';
import type { WorkBudget } from '../text/work-budget.js';
import { findSubstring } from './find-substring.js';
import { findIndentation, type Indentation, SAME_INDENTATION } from './indentation.js';
import { isInScope, type LineScope } from './line-scope.js';
import { LineTable } from './line-table.js';
import { LINE_RUNGS, type LineRung } from './rung.js';

/** Whole lines that match. */
export interface LineMatch {
  readonly start: number;
  readonly indentation: Indentation;
}

/** A stretch of text that matches, and begins or ends within a line. */
export interface StretchMatch {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** What a rung finds. */
export interface LineMatches {
  readonly matches: readonly LineMatch[];
  /** Where lines stand that differ in their nesting alone. */
  readonly nestedOtherwise: readonly number[];
}

// Enough places to tell a model how ambiguous it was.
const MAX_PLACES = 5;
// What looking at a line costs, in steps, besides its letters.
const LINE_COST = 3;
// Up to so many letters of a line times letters that are looked for, the engine's own search is quick in any case.
const MAX_PLAIN_SEARCH = 100_000;

/** The lines of one file, ready to be searched at each rung. What a rung needs is made when it is reached. */
export class Haystack {
  readonly lines: readonly string[];
  readonly #budget: WorkBudget;
  readonly #tables = new Map<LineRung, LineTable>();

  constructor(lines: readonly string[], budget: WorkBudget) {
    this.lines = lines;
    this.#budget = budget;
  }

  /** The places where the wanted lines stand, at the first few. Errors: `BudgetExhausted`. */
  *findLines(wanted: readonly string[], rung: LineRung, scope: LineScope): Generator<void, LineMatches> {
    const table = yield* this.table(rung);
    const keepsIndentation = LINE_RUNGS.indexOf(rung) < LINE_RUNGS.indexOf('indentation');
    const indentations = new Map<number, Indentation>();
    const nestedOtherwise: number[] = [];
    const isFit = (start: number): boolean => {
      if (keepsIndentation) return true;
      this.#budget.spend(wanted.length);
      const indentation = findIndentation(wanted, this.lines, start);
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
   * The places where the wanted text stands, as it is, as a part of lines: not where it is whole lines but for blanks
   * around them, and never where it begins or ends within a word or within blanks, of which it would say a half.
   * Errors: `BudgetExhausted`.
   */
  *findWithinLines(wanted: readonly string[], scope: LineScope): Generator<void, StretchMatch[]> {
    const first = wanted[0] ?? '';
    const last = wanted.at(-1) ?? '';
    if (first === '' || last === '' || first.trimStart() !== first || last.trimEnd() !== last) return [];
    const found: StretchMatch[] = [];
    for (let line = 0; line < this.lines.length; line++) {
      const text = this.lines[line] ?? '';
      this.#budget.spend(LINE_COST);
      if (this.#budget.isTurnOver()) yield;
      const lastLine = line + wanted.length - 1;
      if (lastLine >= this.lines.length) break;
      const isLong = text.length * first.length > MAX_PLAIN_SEARCH;
      if ((!isLong && !text.includes(first)) || !isInScope(scope, line)) continue;
      const columns =
        wanted.length === 1
          ? yield* this.#columnsOf(text, first, isLong)
          : this.#standBehind(wanted, line)
            ? [text.length - first.length]
            : [];
      for (const column of columns) {
        const end = wanted.length === 1 ? column + first.length : last.length;
        if (isWholeBut(text.slice(0, column), (this.lines[lastLine] ?? '').slice(end))) continue;
        found.push({ start: { line, column }, end: { line: lastLine, column: end } });
        if (found.length === MAX_PLACES) return found;
      }
    }
    return found;
  }

  /** The lines as a rung sees them. */
  *table(rung: LineRung): Generator<void, LineTable> {
    let table = this.#tables.get(rung);
    if (table === undefined) {
      const stricter = this.#tables.get(LINE_RUNGS[LINE_RUNGS.indexOf(rung) - 1] ?? rung);
      table = yield* LineTable.of(this.lines, rung, this.#budget, stricter);
      this.#tables.set(rung, table);
    }
    return table;
  }

  /** Where a text stands in a line, between words. */
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

  /** Whether the lines behind the first one of those that are wanted are there, the last one up to its end. */
  #standBehind(wanted: readonly string[], line: number): boolean {
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

function isWholeBut(before: string, behind: string): boolean {
  return before.trim() === '' && behind.trim() === '';
}

const WORD = /[\p{L}\p{N}_$]/u;

/** Whether a place is between two letters of one word. */
function cutsWord(text: string, at: number): boolean {
  return at > 0 && at < text.length && WORD.test(text.charAt(at - 1)) && WORD.test(text.charAt(at));
}

import { indentOf } from './match/indentation.js';
import { type KeptLines, keepFileText, type MatchedLines } from './match/keep-file-text.js';
import type { BlockLines } from './parse/edit-block.js';
import { compareLines, type LineChange } from './text/compare-lines.js';
import type { Splice } from './text/splice.js';
import type { StepBudget } from './text/step-budget.js';
import { findCommonLineEnd, type LineEnd, type TextLines } from './text/text-lines.js';

/**
 * Splices that replace lines with others, in order; unchanged lines are in no splice. Changed lines keep the file's own
 * characters and line ends wherever both parts of the block agree; other new lines get the line end of their neighbours.
 * Yields now and then. Errors: `BudgetExhaustedError`.
 */
export function* spliceLines(
  text: TextLines,
  { original, updated }: BlockLines,
  start: number,
  changes: readonly LineChange[],
  budget: StepBudget,
): Generator<void, Splice[]> {
  const end = start + original.length;
  const there = text.lines.slice(start, end);
  const matched = { original, there, ends: text.ends.slice(start, end) };
  const comes = yield* keepFileText(takeRemoved(matched, changes), takeAdded(updated, changes), budget);
  const foldedLines = findFoldedLines(text, original, start);
  const lines = comes.lines.map(
    (each) => indentOf(each) + (foldedLines.get(each.trim()) ?? each.trimStart()),
  );
  const splices: Splice[] = [];
  let line = start;
  let from = 0;
  for (const { removed, added, kept } of changes) {
    const own = { lines: lines.slice(from, from + added), ends: comes.ends.slice(from, from + added) };
    if (removed > 0 || added > 0) splices.push(replaceLines(text, line, line + removed, own));
    line += removed + kept;
    from += added;
  }
  return splices;
}

/** The lines that the changes take away, from all of them: one may have gone here and come back there. */
function takeRemoved({ original, there, ends }: MatchedLines, changes: readonly LineChange[]): MatchedLines {
  const places: number[] = [];
  let line = 0;
  for (const { removed, kept } of changes) {
    for (let each = 0; each < removed; each++) places.push(line + each);
    line += removed + kept;
  }
  const take = <Value>(values: readonly Value[]): Value[] => places.map((place) => values[place] as Value);
  return { original: take(original), there: take(there), ends: take(ends) };
}

/** The lines that the changes bring. */
function takeAdded(updated: readonly string[], changes: readonly LineChange[]): readonly string[] {
  const lines: string[] = [];
  let from = 0;
  for (const { added, kept } of changes) {
    lines.push(...updated.slice(from, from + added));
    from += added + kept;
  }
  return lines;
}

/**
 * The lines of the original that the file writes in other characters, by what the block has for them: a line that the
 * block moves or repeats is written as in the file. Without indentation.
 */
function findFoldedLines(
  { lines }: TextLines,
  original: readonly string[],
  start: number,
): ReadonlyMap<string, string> {
  const folded = new Map<string, string>();
  for (const [offset, line] of original.entries()) {
    const there = lines[start + offset] ?? '';
    if (line !== there && /[\p{L}\p{N}]/u.test(line)) folded.set(line.trim(), there.trimStart());
  }
  return folded;
}

/** Inserts new lines before a line, or after the last one. */
export function insertLines(text: TextLines, line: number, lines: readonly string[]): Splice {
  return replaceLines(text, line, line, { lines, ends: [] });
}

/**
 * Replaces a stretch of text that may begin or end within a line. Lines that stay keep their line ends. Yields now and
 * then. Errors: `BudgetExhaustedError`.
 */
export function* spliceStretch(
  text: TextLines,
  { original, updated }: BlockLines,
  { start, end }: Pick<Splice, 'start' | 'end'>,
  budget: StepBudget,
): Generator<void, Splice> {
  // The end of the last line goes with that line.
  const isToEnd = end.column === text.lines[end.line]?.length && updated.length > 0;
  const ends = text.ends.slice(start.line, isToEnd ? end.line + 1 : end.line);
  const changes = yield* compareLines(original, updated);
  const matched = { original, there: original, ends: original.map((_, index) => ends[index]) };
  const parts = yield* keepFileText(takeRemoved(matched, changes), takeAdded(updated, changes), budget);
  const comes: (LineEnd | undefined)[] = [];
  let [line, from] = [0, 0];
  for (const { removed, added, kept } of changes) {
    for (let each = 0; each < added; each++)
      comes.push(parts.ends[from++] ?? ends[line + Math.min(each, removed)] ?? ends[line - 1]);
    line += removed;
    for (let each = 0; each < kept; each++) comes.push(ends[line++]);
  }
  const lineEnd = lineEndNear(text, start.line, end.line + 1);
  const last = updated.length - 1;
  const isOpenEnd = !isToEnd || text.ends[end.line] === '';
  const written = updated.map((each, index) =>
    isOpenEnd && index === last ? each : each + (comes[index] || lineEnd),
  );
  return { start, end: isToEnd ? { line: end.line + 1, column: 0 } : end, text: written.join('') };
}

/**
 * Replaces whole lines. A file without a final line end has none afterwards either, and all other lines keep theirs.
 */
function replaceLines(text: TextLines, start: number, end: number, { lines, ends }: KeptLines): Splice {
  const lineEnd = lineEndNear(text, start, end);
  const isOpenEnd = end === text.lines.length && text.ends.at(-1) === '' && lines.length > 0;
  const last = lines.length - 1;
  const written = lines.map((line, index) =>
    isOpenEnd && index === last ? line : line + (ends[index] || lineEnd),
  );
  const before = isOpenEnd && start === end ? lineEnd : '';
  return {
    start: { line: start, column: 0 },
    end: { line: end, column: 0 },
    text: before + written.join(''),
  };
}

/**
 * The line end of replaced lines, or else of their neighbours; the most common one of the text where those are unusual.
 */
function lineEndNear(text: TextLines, start: number, end: number): LineEnd {
  const replaced = text.ends.slice(start, end);
  for (const lineEnd of [...replaced, text.ends[start - 1], text.ends[end]]) {
    // A lone `\r` among other line ends is a mistake in the file.
    if (lineEnd === '\n' || lineEnd === '\r\n') return lineEnd;
  }
  return findCommonLineEnd(text);
}

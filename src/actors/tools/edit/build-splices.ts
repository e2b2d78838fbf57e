import type { BlockLines } from './parse/edit-block.js';
import type { LineChange } from './text/compare-lines.js';
import type { Splice } from './text/splice.js';
import { findCommonLineEnd, type LineEnd, type TextLines } from './text/text-lines.js';

/**
 * Splices that replace lines with others, in order; unchanged lines are in no splice. New lines get the line end of
 * their neighbours.
 */
export function spliceLines(
  text: TextLines,
  { original, updated }: BlockLines,
  start: number,
  changes: readonly LineChange[],
): Splice[] {
  const lineEnd = lineEndNear(text, start, start + original.length);
  const splices: Splice[] = [];
  let line = start;
  let from = 0;
  for (const { removed, added, kept } of changes) {
    const lines = updated.slice(from, from + added);
    if (removed > 0 || added > 0) splices.push(replaceLines(text, line, line + removed, lines, lineEnd));
    line += removed + kept;
    from += added + kept;
  }
  return splices;
}

/** Inserts new lines before a line, or after the last one. */
export function insertLines(text: TextLines, line: number, lines: readonly string[]): Splice {
  return replaceLines(text, line, line, lines, lineEndNear(text, Math.max(0, line - 1), line));
}

/** Replaces a stretch of text that may begin or end within a line. */
export function spliceStretch(
  text: TextLines,
  updated: readonly string[],
  { start, end }: Pick<Splice, 'start' | 'end'>,
): Splice {
  return { start, end, text: updated.join(lineEndNear(text, start.line, end.line + 1)) };
}

/**
 * Replaces whole lines. A file without a final line end has none afterwards either, and all other lines keep theirs.
 */
function replaceLines(
  { lines, ends }: TextLines,
  start: number,
  end: number,
  replacement: readonly string[],
  lineEnd: LineEnd,
): Splice {
  const isOpenEnd = end === lines.length && ends.at(-1) === '' && replacement.length > 0;
  const joined = replacement.join(lineEnd);
  const whole = replacement.length === 0 ? '' : joined + lineEnd;
  const text = !isOpenEnd ? whole : start === end ? lineEnd + joined : joined;
  return { start: { line: start, column: 0 }, end: { line: end, column: 0 }, text };
}

/** The line end used near a place, or the most common one of the text when it is unusual there. */
function lineEndNear(text: TextLines, start: number, end: number): LineEnd {
  for (let line = start; line < end; line++) {
    const lineEnd = text.ends[line];
    // A lone `\r` among other line ends is a mistake in the file.
    if (lineEnd === '\n' || lineEnd === '\r\n') return lineEnd;
  }
  return findCommonLineEnd(text);
}

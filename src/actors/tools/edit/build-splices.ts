import type { BlockLines } from './parse/edit-block.js';
import type { LineChange } from './text/compare-lines.js';
import type { Splice } from './text/splice.js';
import { commonLineEnd, type LineEnd, type TextLines } from './text/text-lines.js';

/** What takes the place of lines, in order. Lines that stay are in no splice. New lines end as their neighbours do. */
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

/** New lines before a line, or behind the last one. */
export function insertLines(text: TextLines, line: number, lines: readonly string[]): Splice {
  return replaceLines(text, line, line, lines, lineEndNear(text, Math.max(0, line - 1), line));
}

/** A part of a line and perhaps of the lines behind it. */
export function spliceStretch(
  text: TextLines,
  updated: readonly string[],
  { start, end }: Pick<Splice, 'start' | 'end'>,
): Splice {
  return { start, end, text: updated.join(lineEndNear(text, start.line, end.line + 1)) };
}

/** Where the file has no line end at its end, it has none afterwards, and no other line lacks one. */
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

/** How the lines at a place end; where they have no end of the usual kind, how most lines do. */
function lineEndNear(text: TextLines, start: number, end: number): LineEnd {
  for (let line = start; line < end; line++) {
    const lineEnd = text.ends[line];
    // A lone `\r` among other line ends is somebody's slip.
    if (lineEnd === '\n' || lineEnd === '\r\n') return lineEnd;
  }
  return commonLineEnd(text);
}

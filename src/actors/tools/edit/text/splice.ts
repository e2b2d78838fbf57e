import type { TextLines } from './text-lines.js';

/** A place in a text. Units: lines from 0 on, UTF-16 units in the line; the end is behind the last line, at column 0. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A stretch of a text, and the text that takes its place. */
export interface Splice {
  readonly start: TextPosition;
  /** Behind the last unit that goes: the same as `start` where text is only put in. */
  readonly end: TextPosition;
  readonly text: string;
}

/** Which of two places comes first. */
export function comparePositions(a: TextPosition, b: TextPosition): number {
  return a.line - b.line || a.column - b.column;
}

/** The text with some stretches replaced. Shape: splices ascending, none overlapping. */
export function applySplices(text: TextLines, splices: readonly Splice[]): string {
  const pieces: string[] = [];
  let at: TextPosition = { line: 0, column: 0 };
  for (const { start, end, text: replacement } of splices) {
    pieces.push(textBetween(text, at, start), replacement);
    at = end;
  }
  return [...pieces, textBetween(text, at, { line: text.lines.length, column: 0 })].join('');
}

function textBetween({ lines, ends }: TextLines, start: TextPosition, end: TextPosition): string {
  const pieces: string[] = [];
  for (let line = start.line; line <= Math.min(end.line, lines.length - 1); line++) {
    const whole = (lines[line] ?? '') + (ends[line] ?? '');
    pieces.push(
      whole.slice(line === start.line ? start.column : 0, line === end.line ? end.column : undefined),
    );
  }
  return pieces.join('');
}

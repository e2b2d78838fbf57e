import type { TextLines } from './text-lines.js';

/**
 * A place in a text. Units: line indices from 0, UTF-16 units in the line; the end of the text is column 0 after the
 * last line.
 */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

/** A stretch of a text, and its replacement. */
export interface Splice {
  readonly start: TextPosition;
  /** Exclusive; the same as `start` for an insertion. */
  readonly end: TextPosition;
  readonly text: string;
}

/** Orders two places: negative when `a` comes first. */
export function comparePositions(a: TextPosition, b: TextPosition): number {
  return a.line - b.line || a.column - b.column;
}

/** The text with all splices applied. Shape: splices are ascending and disjoint. */
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

import type { Changes } from './hunks.js';
import type { LocatedHunk } from './locate-hunks.js';

/** Lines of a text, and the lines that replace them. Lines count from 0; the end is exclusive. */
interface LineReplacement {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly string[];
}

/** The replacements that bring the old lines of some hunks back, ascending. Hunks without new lines are left out. */
export function rejectHunks(
  { before, hunks }: Changes,
  located: readonly LocatedHunk[],
  isRejected: (index: number, hunk: LocatedHunk) => boolean,
): readonly LineReplacement[] {
  return located.flatMap((hunk, index) => {
    const there = hunks[index];
    if (there === undefined || hunk.state === 'undone' || !isRejected(index, hunk)) return [];
    return [{ start: hunk.start, end: hunk.end, lines: before.slice(there.oldStart, there.oldEnd) }];
  });
}

/** The text with all replacements made. Shape: they are ascending and disjoint. */
export function replaceLines(
  text: readonly string[],
  replacements: readonly LineReplacement[],
): readonly string[] {
  const lines: string[] = [];
  let at = 0;
  for (const { start, end, lines: added } of replacements) {
    for (const line of text.slice(at, start)) lines.push(line);
    for (const line of added) lines.push(line);
    at = Math.max(at, end);
  }
  return [...lines, ...text.slice(at)];
}

/** A place in a text. Both count from 0. */
interface Place {
  readonly line: number;
  readonly character: number;
}

/**
 * A replacement of lines as one of characters. Lines at the end of a text go with the line end before them, as no line
 * end follows. `lengthOf` gives the length of a line, of `lineCount` ones.
 */
export function toCharacters(
  { start, end, lines }: LineReplacement,
  { lineCount, lengthOf, eol }: { lineCount: number; lengthOf: (line: number) => number; eol: string },
): { readonly start: Place; readonly end: Place; readonly text: string } {
  if (end < lineCount) {
    const text = lines.map((line) => line + eol).join('');
    return { start: { line: start, character: 0 }, end: { line: end, character: 0 }, text };
  }
  const last = { line: lineCount - 1, character: lengthOf(lineCount - 1) };
  if (start === 0) return { start: { line: 0, character: 0 }, end: last, text: lines.join(eol) };
  const before = { line: start - 1, character: lengthOf(start - 1) };
  return { start: before, end: last, text: lines.map((line) => eol + line).join('') };
}

import { compareLines } from './compare-lines.js';
import { applySplices, type Splice } from './splice.js';
import { splitLines, type TextLines } from './text-lines.js';

/** Whole lines that other lines take the place of. */
export interface LineEdit {
  readonly start: number;
  /** Behind the last line that goes. */
  readonly end: number;
  readonly lines: TextLines;
}

/** How a file changes. */
export interface FileDiff {
  readonly path: string;
  /** Default: `path`. */
  readonly oldPath?: string;
  readonly kind: 'added' | 'changed' | 'deleted';
  readonly before: TextLines;
  /** Shape: ascending, none touching another. */
  readonly edits: readonly LineEdit[];
}

const EMPTY: TextLines = { lines: [], ends: [] };
// Looked at in some fractions of a millisecond.
const LINES_A_TURN = 4_096;

/** A file that was not there. */
export function diffOfNew(path: string, lines: TextLines): FileDiff {
  const edits = lines.lines.length === 0 ? [] : [{ start: 0, end: 0, lines }];
  return { path, kind: 'added', before: EMPTY, edits };
}

/** A file that goes. */
export function diffOfDeleted(path: string, before: TextLines): FileDiff {
  const end = before.lines.length;
  return { path, kind: 'deleted', before, edits: end === 0 ? [] : [{ start: 0, end, lines: EMPTY }] };
}

/** What splices make of lines. Shape: splices ascending, none overlapping. Yields now and then. */
export function* editsOfSplices(
  before: TextLines,
  splices: readonly Splice[],
): Generator<void, readonly LineEdit[]> {
  const edits: LineEdit[] = [];
  for (const { start, end, splices: group } of groupByLines(splices, before.lines.length)) {
    const part = { lines: before.lines.slice(start, end), ends: before.ends.slice(start, end) };
    const moved = group.map(({ start: from, end: to, text }) => ({
      start: { line: from.line - start, column: from.column },
      end: { line: to.line - start, column: to.column },
      text,
    }));
    for (const edit of yield* editsBetween(part, splitLines(applySplices(part, moved))))
      edits.push({ ...edit, start: edit.start + start, end: edit.end + start });
    yield;
  }
  return edits;
}

/** What becomes of lines that other lines take the place of. Yields now and then. */
export function* editsBetween(before: TextLines, after: TextLines): Generator<void, readonly LineEdit[]> {
  const goes = yield* withEnds(before);
  const comes = yield* withEnds(after);
  const edits: LineEdit[] = [];
  let [line, from] = [0, 0];
  for (const { removed, added, kept } of yield* compareLines(goes, comes)) {
    if (removed > 0 || added > 0) {
      const lines = {
        lines: after.lines.slice(from, from + added),
        ends: after.ends.slice(from, from + added),
      };
      edits.push({ start: line, end: line + removed, lines });
    }
    line += removed + kept;
    from += added + kept;
  }
  return edits;
}

/** Splices that are in one line, or in neighbours, with the lines around them: they may be joined, or get an end. */
function groupByLines(
  splices: readonly Splice[],
  count: number,
): { readonly start: number; readonly end: number; readonly splices: Splice[] }[] {
  const groups: { start: number; end: number; splices: Splice[] }[] = [];
  for (const splice of splices) {
    const start = Math.max(0, splice.start.line - 1);
    const end = Math.min(count, splice.end.line + 1);
    const last = groups.at(-1);
    if (last !== undefined && start <= last.end) {
      last.end = Math.max(last.end, end);
      last.splices.push(splice);
    } else groups.push({ start, end, splices: [splice] });
  }
  return groups;
}

/** Lines that are equal only if they end alike. */
function* withEnds({ lines, ends }: TextLines): Generator<void, string[]> {
  const all: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    all.push(ends[index] === '\n' ? line : `${line}\n${ends[index]}`);
    if (index % LINES_A_TURN === LINES_A_TURN - 1) yield;
  }
  return all;
}

import { compareLines } from './compare-lines.js';
import { applySplices, type Splice } from './splice.js';
import { splitLines, type TextLines } from './text-lines.js';

/** Whole lines, and the lines that replace them. */
export interface LineEdit {
  readonly start: number;
  /** After the last deleted line. */
  readonly end: number;
  readonly lines: TextLines;
}

export interface FileDiff {
  readonly path: string;
  /** Default: `path`. */
  readonly oldPath?: string;
  readonly kind: 'added' | 'changed' | 'deleted';
  readonly before: TextLines;
  /** Shape: ascending, not touching each other. */
  readonly edits: readonly LineEdit[];
}

const EMPTY: TextLines = { lines: [], ends: [] };
// Comparing this many takes a fraction of a millisecond.
const LINES_PER_TURN = 4_096;

export function diffNewFile(path: string, lines: TextLines): FileDiff {
  const edits = lines.lines.length === 0 ? [] : [{ start: 0, end: 0, lines }];
  return { path, kind: 'added', before: EMPTY, edits };
}

export function diffDeletedFile(path: string, before: TextLines): FileDiff {
  const end = before.lines.length;
  return { path, kind: 'deleted', before, edits: end === 0 ? [] : [{ start: 0, end, lines: EMPTY }] };
}

/** The line edits that correspond to splices. Shape: splices are ascending and disjoint. Yields now and then. */
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

/** The line edits that turn one text into another. Yields now and then. */
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

/** Groups splices in the same or neighbouring lines, with those lines: a splice may join lines or add a line end. */
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

/** Lines together with their ends: two lines are equal only if their ends are. */
function* withEnds({ lines, ends }: TextLines): Generator<void, string[]> {
  const all: string[] = [];
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    all.push(ends[index] === '\n' ? line : `${line}\n${ends[index]}`);
    if (index % LINES_PER_TURN === LINES_PER_TURN - 1) yield;
  }
  return all;
}

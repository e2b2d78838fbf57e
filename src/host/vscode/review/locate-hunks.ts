import { compareLines } from '../../../actors/tools/edit/text/compare-lines.js';
import type { Cooperative } from '../../../actors/runtime/slices.js';
import { type Changes, composeLines, type HunkState } from './hunks.js';

/** A hunk in the current text. Lines count from 0; the end is exclusive. */
export interface LocatedHunk {
  readonly state: HunkState;
  readonly start: number;
  readonly end: number;
}

// A text of equal lines can be read in many ways. After comparing each line about this often, it is compared with another
// text as a whole instead.
const MAX_READINGS = 8;

/**
 * Finds each hunk in the current text. A text that nobody else has edited is read exactly: it consists of the unchanged
 * lines and, for each hunk, of its old or its new lines. Any other text is compared with the one that `last` describes,
 * the states of an earlier call; default: all hunks were pending.
 */
export function* locateHunks(
  changes: Changes,
  current: readonly string[],
  last?: readonly HunkState[],
): Cooperative<readonly LocatedHunk[]> {
  const known = last?.length === changes.hunks.length ? last : changes.hunks.map(() => 'pending' as const);
  return readExactly(changes, current, known) ?? (yield* compare(changes, current, known));
}

function readExactly(
  { before, after, hunks }: Changes,
  current: readonly string[],
  known: readonly HunkState[],
): readonly LocatedHunk[] | undefined {
  const found: LocatedHunk[] = [];
  const failed = new Set<string>();
  let stepsLeft = MAX_READINGS * (before.length + after.length);
  const isAt = (lines: readonly string[], from: number, to: number, at: number): boolean => {
    if (at + to - from > current.length) return false;
    for (let index = from; index < to; index++) {
      stepsLeft--;
      if (lines[index] !== current[at + index - from]) return false;
    }
    return true;
  };
  /** Reads from hunk `index` on, which begins at line `at`. */
  const read = (index: number, at: number): boolean => {
    const hunk = hunks[index];
    if (hunk === undefined) return at === current.length;
    const key = `${index} ${at}`;
    if (failed.has(key) || stepsLeft < 0) return false;
    const { oldStart, oldEnd, newStart, newEnd } = hunk;
    const states = known[index] === 'undone' ? UNDONE_FIRST : PENDING_FIRST;
    for (const state of states) {
      const [lines, from, to] =
        state === 'pending' ? ([after, newStart, newEnd] as const) : ([before, oldStart, oldEnd] as const);
      const end = at + to - from;
      const nextStart = hunks[index + 1]?.oldStart ?? before.length;
      if (!isAt(lines, from, to, at) || !isAt(before, oldEnd, nextStart, end)) continue;
      found[index] = { state, start: at, end };
      if (read(index + 1, end + nextStart - oldEnd)) return true;
    }
    failed.add(key);
    return false;
  };
  const first = hunks[0]?.oldStart ?? before.length;
  return isAt(before, 0, first, 0) && read(0, first) ? found : undefined;
}

const PENDING_FIRST = ['pending', 'undone'] as const;
const UNDONE_FIRST = ['undone', 'pending'] as const;

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly newStart: number;
  readonly newEnd: number;
}

function* compare(
  changes: Changes,
  current: readonly string[],
  known: readonly HunkState[],
): Cooperative<readonly LocatedHunk[]> {
  const { before, after, hunks } = changes;
  const isUndone = (index: number): boolean => known[index] === 'undone';
  const base = composeLines(changes, (index) => !isUndone(index));
  const edits = yield* listEdits(base, current);
  let shift = 0;
  return hunks.map(({ oldStart, oldEnd, newStart, newEnd }, index): LocatedHunk => {
    const start = oldStart + shift;
    const length = isUndone(index) ? oldEnd - oldStart : newEnd - newStart;
    const end = start + length;
    shift += length - (oldEnd - oldStart);
    const near = edits.filter((edit) => edit.end >= start && edit.start <= end);
    // The hunk with the edits that touch it, and where that is now.
    const from = Math.min(start, near[0]?.start ?? start);
    const to = Math.max(end, near.at(-1)?.end ?? end);
    const first = from + shiftAt(edits, from);
    const last = near.length === 0 ? first + (to - from) : to + shiftAfter(edits, to);
    const [head, tail] = [start - from, to - end];
    const holds = (lines: readonly string[], at: number, until: number): boolean =>
      head + until - at + tail === last - first &&
      isSame(base, from, start, current, first) &&
      isSame(lines, at, until, current, first + head) &&
      isSame(base, end, to, current, last - tail);
    const place = { start: first + head, end: last - tail };
    if (holds(after, newStart, newEnd)) return { state: 'pending', ...place };
    if (holds(before, oldStart, oldEnd)) return { state: 'undone', ...place };
    if (near.some((edit) => edit.start < end && edit.end > start))
      return { state: 'changed', start: first, end: last };
    // Only lines next to it were edited.
    const now = start + shiftAfter(edits, start);
    return { state: isUndone(index) ? 'undone' : 'pending', start: now, end: now + length };
  });
}

/** Whether some lines are those of another text from a line on. */
function isSame(
  lines: readonly string[],
  from: number,
  to: number,
  others: readonly string[],
  at: number,
): boolean {
  for (let index = from; index < to; index++) if (lines[index] !== others[at + index - from]) return false;
  return true;
}

function* listEdits(before: readonly string[], after: readonly string[]): Cooperative<readonly Edit[]> {
  const edits: Edit[] = [];
  let [line, now] = [0, 0];
  for (const { removed, added, kept } of yield* compareLines(before, after)) {
    if (removed > 0 || added > 0)
      edits.push({ start: line, end: line + removed, newStart: now, newEnd: now + added });
    line += removed + kept;
    now += added + kept;
  }
  return edits;
}

/** By how much a line has moved that no edit contains; one that begins at the line does not count. */
function shiftAt(edits: readonly Edit[], line: number): number {
  const last = edits.findLast(({ start, end }) => end <= line && start < line);
  return last === undefined ? 0 : last.newEnd - last.end;
}

/** The same, where one that begins at the line counts. */
function shiftAfter(edits: readonly Edit[], line: number): number {
  const last = edits.findLast(({ end }) => end <= line);
  return last === undefined ? 0 : last.newEnd - last.end;
}

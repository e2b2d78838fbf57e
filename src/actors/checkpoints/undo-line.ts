import type { ThreadEntry } from '../protocol/thread.js';

/** The changes of one turn that can be undone, or done again. Shape: numbers of entries, as in `JumpPlan.to`. */
export interface UndoStep {
  /** The newest entry before them. */
  readonly before: number;
  /** The newest entry of them. */
  readonly after: number;
}

/** The turns that changed files: those whose changes are in the files now, and those that were undone. */
export interface UndoLine {
  /** Oldest first: the last one is undone first. */
  readonly undo: readonly UndoStep[];
  /** The first one is done again first. None once the thread has changed files after the undo. */
  readonly redo: readonly UndoStep[];
}

const NOTHING: UndoLine = { undo: [], redo: [] };

/** From the entries of a thread by `seq`, those of all branches. Source: SPEC K2. */
export function foldUndoLine(entries: readonly ThreadEntry[]): UndoLine {
  /** The line behind each entry that changed it. */
  const lines: { readonly seq: number; readonly line: UndoLine }[] = [];
  const seqs = new Map(entries.map(({ id, seq }) => [id, seq]));
  const beginnings = new Map<string, number>();
  let line = NOTHING;
  /** The turn that the last step of the line belongs to, while it may grow. */
  let growing: string | undefined;
  let lastJump = -1;
  for (const entry of entries) {
    const { seq } = entry;
    const turn = entry.turn ?? '';
    if (!beginnings.has(turn)) beginnings.set(turn, seq);
    if (entry.kind === 'files_changed' && entry.by !== 'person' && entry.changes.length > 0) {
      const last = growing === turn ? line.undo.at(-1) : undefined;
      const before = last?.before ?? Math.max(beginnings.get(turn) ?? seq, lastJump);
      const earlier = last === undefined ? line.undo : line.undo.slice(0, -1);
      line = { undo: [...earlier, { before, after: seq }], redo: [] };
      growing = turn;
    } else if (entry.kind === 'jump' && entry.scope !== 'conversation') {
      const to = seqs.get(entry.to) ?? -1;
      line = moveTo(lines.findLast((known) => known.seq <= to)?.line ?? NOTHING, line);
      growing = undefined;
      lastJump = seq;
    } else continue;
    lines.push({ seq, line });
  }
  return line;
}

/** The line after a jump to a moment that had `target`. */
function moveTo(target: UndoLine, { undo, redo }: UndoLine): UndoLine {
  const all = [...undo, ...redo];
  const isOnLine = target.undo.every(({ before }, index) => all[index]?.before === before);
  return isOnLine ? { undo: target.undo, redo: all.slice(target.undo.length) } : target;
}

import type { ChangeHunk } from '../../../protocol/tool.js';
import { CONTEXT_LINES, groupEdits } from './format-unified-diff.js';
import type { FileDiff } from './file-diff.js';

// More than a person reads; a record of it stays in the conversation.
const MAX_LINES = 2_000;

/** A diff as data, and how many lines it adds and removes. */
interface HunkedDiff {
  /** Absent for a diff of more than 2,000 lines. */
  readonly hunks?: readonly ChangeHunk[];
  readonly addedLines: number;
  readonly removedLines: number;
}

/** The hunks that `formatUnifiedDiff` prints. */
export function toHunks({ before, edits }: FileDiff): HunkedDiff {
  const addedLines = edits.reduce((sum, { lines }) => sum + lines.lines.length, 0);
  const removedLines = edits.reduce((sum, { start, end }) => sum + end - start, 0);
  if (addedLines + removedLines > MAX_LINES) return { addedLines, removedLines };
  let shift = 0;
  const hunks = groupEdits(edits).map((group): ChangeHunk => {
    const from = Math.max(0, (group[0]?.start ?? 0) - CONTEXT_LINES);
    const to = Math.min(before.lines.length, (group.at(-1)?.end ?? 0) + CONTEXT_LINES);
    const lines: string[] = [];
    const kept = (start: number, end: number): void => {
      for (const item of before.lines.slice(start, end).map((line) => ` ${line}`)) lines.push(item);
    };
    let at = from;
    let grown = 0;
    for (const { start, end, lines: added } of group) {
      kept(at, start);
      for (const item of before.lines.slice(start, end).map((line) => `-${line}`)) lines.push(item);
      for (const item of added.lines.map((line) => `+${line}`)) lines.push(item);
      grown += added.lines.length - (end - start);
      at = end;
    }
    kept(at, to);
    const oldLines = to - from;
    const newLines = oldLines + grown;
    const hunk = {
      oldStart: oldLines === 0 ? from : from + 1,
      oldLines,
      newStart: newLines === 0 ? from + shift : from + shift + 1,
      newLines,
      lines,
    };
    shift += grown;
    return hunk;
  });
  return { hunks, addedLines, removedLines };
}

import { cutText } from '../../text/cut-text.js';
import type { FileDiff, LineEdit } from './file-diff.js';
import type { LineEnd, TextLines } from './text-lines.js';

/** Unchanged lines before and after each change. */
export const CONTEXT_LINES = 3;
// More than a person reads before approving.
const MAX_DIFF_CHARS = 100_000;

/** A diff in unified format, truncated to 100,000 characters. */
export function formatUnifiedDiff({ path, oldPath = path, kind, before, edits }: FileDiff): string {
  const oldName = kind === 'added' ? '/dev/null' : `a/${oldPath}`;
  const newName = kind === 'deleted' ? '/dev/null' : `b/${path}`;
  const writer = new DiffWriter();
  writer.add(`--- ${oldName}`);
  writer.add(`+++ ${newName}`);
  let shift = 0;
  for (const group of groupEdits(edits)) {
    if (writer.isFull) break;
    shift += writeHunk(writer, before, group, shift);
  }
  return cutText(writer.text, MAX_DIFF_CHARS);
}

/** Collects lines up to the maximum length of a diff. */
class DiffWriter {
  text = '';

  get isFull(): boolean {
    return this.text.length > MAX_DIFF_CHARS;
  }

  add(line: string): void {
    this.text += `${line}\n`;
  }

  /** Adds the lines in a range, each with a mark before it. */
  addLines(mark: string, { lines, ends }: TextLines, from: number, to: number): void {
    for (let line = from; line < to && !this.isFull; line++) {
      const end: LineEnd = ends[line] ?? '';
      this.add(`${mark}${lines[line] ?? ''}${end.replace('\n', '')}`);
      if (end === '') this.add('\\ No newline at end of file');
    }
  }
}

/** Groups edits whose context lines would overlap into one hunk. */
export function groupEdits(edits: readonly LineEdit[]): LineEdit[][] {
  const groups: LineEdit[][] = [];
  for (const edit of edits) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && edit.start - before.end <= 2 * CONTEXT_LINES)
      last.push(edit);
    else groups.push([edit]);
  }
  return groups;
}

/** Writes one hunk. Returns the difference in line numbers after it. */
function writeHunk(writer: DiffWriter, before: TextLines, edits: readonly LineEdit[], shift: number): number {
  const from = Math.max(0, (edits[0]?.start ?? 0) - CONTEXT_LINES);
  const to = Math.min(before.lines.length, (edits.at(-1)?.end ?? 0) + CONTEXT_LINES);
  const grown = edits.reduce((sum, { start, end, lines }) => sum + lines.lines.length - (end - start), 0);
  const oldCount = to - from;
  const newCount = oldCount + grown;
  writer.add(`@@ -${rangeOf(from, oldCount)} +${rangeOf(from + shift, newCount)} @@`);
  let at = from;
  for (const { start, end, lines } of edits) {
    writer.addLines(' ', before, at, start);
    writer.addLines('-', before, start, end);
    writer.addLines('+', lines, 0, lines.lines.length);
    at = end;
  }
  writer.addLines(' ', before, at, to);
  return grown;
}

/** A range in a hunk header; an empty range is given by the line before it. */
function rangeOf(start: number, count: number): string {
  return `${count === 0 ? start : start + 1},${count}`;
}

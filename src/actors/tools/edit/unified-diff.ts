import { formatPatch, structuredPatch } from 'diff';
import { cutText } from '../cut-text.js';

// What differs more is a new text, and comparing it takes long.
const MAX_EDIT_LENGTH = 300;
const CONTEXT_LINES = 3;
// More than a person reads before they approve.
const MAX_DIFF_CHARS = 100_000;

/** A file before and after; `undefined` where there is none. */
export interface ChangedText {
  readonly path: string;
  /** Default: `path`. */
  readonly oldPath?: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** How a file changes, as a unified diff. Units: 100,000 characters at most, then it is cut. */
export function unifiedDiff({ path, oldPath = path, before, after }: ChangedText): string {
  const oldName = before === undefined ? '/dev/null' : `a/${oldPath}`;
  const newName = after === undefined ? '/dev/null' : `b/${path}`;
  const options = { context: CONTEXT_LINES, maxEditLength: MAX_EDIT_LENGTH };
  const patch = structuredPatch(oldName, newName, before ?? '', after ?? '', '', '', options);
  const text =
    patch === undefined
      ? `--- ${oldName}\n+++ ${newName}\n${asOneHunk(before ?? '', after ?? '')}`
      : formatPatch(patch).replace(/^=+\n/, '');
  return cutText(text.replaceAll(/^(---|\+\+\+) (.*)\t$/gm, '$1 $2'), MAX_DIFF_CHARS);
}

/** All lines go and all lines come. */
function asOneHunk(before: string, after: string): string {
  const goes = linesOf(before);
  const comes = linesOf(after);
  const lines = [...goes.map((line) => `-${line}`), ...comes.map((line) => `+${line}`)];
  return `@@ -${goes.length === 0 ? 0 : 1},${goes.length} +${comes.length === 0 ? 0 : 1},${comes.length} @@\n${lines.join('\n')}\n`;
}

function linesOf(text: string): string[] {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

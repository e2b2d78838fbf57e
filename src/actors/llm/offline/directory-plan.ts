import { isRefused, quoteRefusal } from './refusal.js';
import { answer, listDirectory, look, readFile, showTree, type Step } from './step.js';
import { findingsOf, type Turn } from './turn.js';
import { block, code } from './wording.js';

// A screen or two; a longer list is better requested directory by directory.
const MAX_ROWS = 150;

/** Lists a directory; shows the file where the path turns out to be one. */
export function planList(turn: Turn, path: string): Step {
  const listed = findingsOf(turn, 'ls_dir').at(-1);
  if (listed === undefined) return look(`I list ${name(path)}.`, listDirectory(path));
  const read = findingsOf(turn, 'read_file').at(-1);
  if (read !== undefined) return answer(read.output);
  if (/is not a directory/.test(listed.output))
    return look(`${code(path)} is a file, so I read it.`, readFile(path));
  if (isRefused(listed)) return answer(quoteRefusal(`I cannot list ${name(path)}`, listed));
  return answer(block(cutRows(listed.output)));
}

/** Shows a directory as a tree. */
export function planTree(turn: Turn, path: string): Step {
  const shown = findingsOf(turn, 'get_dir_tree').at(-1);
  if (shown === undefined) return look(`I look at the tree of ${name(path)}.`, showTree(path));
  if (isRefused(shown)) return answer(quoteRefusal(`I cannot show the tree of ${name(path)}`, shown));
  return answer(block(cutRows(shown.output)));
}

function name(path: string): string {
  return path === '' ? 'the workspace' : code(path);
}

function cutRows(text: string): string {
  const rows = text.split('\n');
  return rows.length <= MAX_ROWS
    ? text
    : [...rows.slice(0, MAX_ROWS), `(${rows.length - MAX_ROWS} more lines)`].join('\n');
}

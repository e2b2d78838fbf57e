import type { Drawing, NamedDirectory, TreeBudget } from './draw-tree.js';
import { TextBuffer } from './text-buffer.js';
import type { TreeDirectory } from './tree-source.js';

const INDENT = 4;
// Beside the indent, the shortest line has a name of one character and a line end.
const SHORTEST_LINE = 2;

const BRANCH = '├── ';
const LAST_BRANCH = '└── ';
const SPACE = ' '.charCodeAt(0);
const STEM = '│'.charCodeAt(0);

/**
 * A directory as a tree of lines with nothing left out; `undefined` when that does not fit.
 * Cost: what is drawn; when it does not fit, it is seen when a directory is opened that cannot, before it is read.
 */
export function drawWhole({ directory, name }: NamedDirectory, budget: TreeBudget): Drawing | undefined {
  const text = new TextBuffer();
  text.add(`${name}/\n`);
  // What stands before a line, for all levels above it.
  let indent = new Uint16Array(INDENT).fill(SPACE);
  const open: TreeDirectory[] = [directory];
  const next: number[] = [0];
  let entries = directory.count;
  // What is still to be drawn takes at least so much.
  let charsAhead = entries * (INDENT + SHORTEST_LINE);
  for (;;) {
    if (entries > budget.maxEntries || text.length + charsAhead > budget.maxChars) return undefined;
    const level = open.length - 1;
    const current = open[level]!;
    const place = next[level]!;
    if (place === current.count) {
      open.pop();
      next.pop();
      if (level === 0) break;
      continue;
    }
    next[level] = place + 1;
    const isLast = place + 1 === current.count;
    text.addUnits(indent, INDENT * level);
    text.add(isLast ? LAST_BRANCH : BRANCH);
    charsAhead -= INDENT * (level + 1) + SHORTEST_LINE;
    const below = current.draw(place, text);
    if (below === undefined || below.count === 0) continue;
    if (indent.length === INDENT * level) {
      const longer = new Uint16Array(2 * indent.length).fill(SPACE);
      longer.set(indent);
      indent = longer;
    }
    indent[INDENT * level] = isLast ? SPACE : STEM;
    open.push(below);
    next.push(0);
    entries += below.count;
    charsAhead += below.count * (INDENT * (level + 2) + SHORTEST_LINE);
  }
  return { text: text.toString(), entries, isCutOff: false };
}

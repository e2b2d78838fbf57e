import type { NamedDirectory, TreeBudget } from './draw-tree.js';
import type { TreeDirectory } from './tree-source.js';
import { INDENT, TreeText } from './tree-text.js';

// Beside the indent, the shortest line has a name of one character and a line end.
const SHORTEST_LINE = 2;

/**
 * A directory as a tree of lines with nothing left out, below a heading; `undefined` when that does not fit. The heading
 * takes nothing of the budget.
 * Cost: what is drawn; when it does not fit, it is seen when a directory is opened that cannot, before it is read.
 */
export function drawWhole(
  { directory, name }: NamedDirectory,
  budget: TreeBudget,
  heading = '',
): TreeText | undefined {
  const text = new TreeText(`${heading}${name}/\n`);
  const maxLength = heading.length + budget.maxChars;
  const open: TreeDirectory[] = [directory];
  const next: number[] = [0];
  let entries = directory.count;
  // What is still to be drawn takes at least so much.
  let charsAhead = entries * (INDENT + SHORTEST_LINE);
  for (;;) {
    if (entries > budget.maxEntries || text.length + charsAhead > maxLength) return undefined;
    const level = open.length - 1;
    const current = open[level]!;
    const from = next[level]!;
    if (from === current.count) {
      if (level === 0) return text;
      open.pop();
      next.pop();
      text.leave();
      continue;
    }
    const linesBefore = text.lines;
    const below = current.draw(from, text);
    const drawn = text.lines - linesBefore;
    next[level] = from + drawn;
    charsAhead -= drawn * (INDENT * (level + 1) + SHORTEST_LINE);
    if (below === undefined || below.count === 0) continue;
    text.enter(from + drawn === current.count);
    open.push(below);
    next.push(0);
    entries += below.count;
    charsAhead += below.count * (INDENT * (level + 2) + SHORTEST_LINE);
  }
}

import { childLine } from './child-line.js';
import type { NamedDirectory, TreeBudget } from './draw-tree.js';
import type { TreeDirectory } from './tree-source.js';

/** Units: characters before a line for each level above it, and as many for its own branch. */
export const INDENT = 4;

// Beside the indent, the shortest line has a name of one character and a line end.
const SHORTEST_LINE = 2;

/**
 * A directory as a tree of lines with nothing left out; `undefined` when that does not fit.
 * Cost: what is drawn; when it does not fit, it is seen when a directory is opened that cannot, before it is read.
 */
export function drawWhole(
  { directory, name }: NamedDirectory,
  { maxChars, maxEntries }: TreeBudget,
): string | undefined {
  let text = `${name}/\n`;
  let entries = 0;
  // What the lines take at least that belong to open directories and are not drawn yet.
  let ahead = 0;

  const draw = (level: TreeDirectory, prefix: string): boolean => {
    const { count } = level;
    const shortest = prefix.length + INDENT + SHORTEST_LINE;
    entries += count;
    ahead += count * shortest;
    if (entries > maxEntries || text.length + ahead > maxChars) return false;
    for (let place = 0; place < count; place++) {
      const isLast = place + 1 === count;
      const child = level.child(place);
      text += prefix + (isLast ? '└── ' : '├── ') + childLine(child);
      ahead -= shortest;
      if (child.isEntered && !draw(level.open(place), prefix + (isLast ? '    ' : '│   '))) return false;
    }
    return true;
  };

  return draw(directory, '') && text.length <= maxChars ? text : undefined;
}

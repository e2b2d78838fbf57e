import { childLine } from './child-line.js';
import type { NamedDirectory, TreeBudget } from './draw-tree.js';
import type { TreeDirectory } from './tree-source.js';

/** The width of the branch of each level. Units: characters. */
export const INDENT = 4;

// After the indent, the shortest line has a name of one character and a line break.
const SHORTEST_LINE = 2;

/**
 * Draws a directory completely as a tree of lines; `undefined` when that does not fit.
 * Cost: reads what it draws; where that does not fit, it stops before reading the first directory that cannot fit.
 */
export function drawWhole(
  { directory, name }: NamedDirectory,
  { maxChars, maxEntries }: TreeBudget,
): string | undefined {
  let text = `${name}/\n`;
  let entries = 0;
  // The least length of the lines of open directories that are not drawn yet.
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

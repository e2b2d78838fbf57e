import type { NamedDirectory, TreeBudget } from './draw-tree.js';
import { TreeText } from './tree-text.js';

// Room for so many costs nothing worth mention.
const MAX_SHORT = 1 << 15;

/**
 * A directory as a tree of lines with nothing left out, below a heading; `undefined` when that does not fit. The heading
 * takes nothing of the budget.
 * Cost: what is drawn; when it does not fit, it is seen when a directory is opened that cannot, before it is read.
 */
export function drawWhole(
  { directory, name }: NamedDirectory,
  { maxChars, maxEntries }: TreeBudget,
  heading = '',
): TreeText | undefined {
  const maxLength = heading.length + maxChars;
  const top = `${name}/\n`;
  // A short text is written before its length is told.
  const room = maxChars <= MAX_SHORT ? maxChars : Math.min(maxChars, top.length + directory.guessLength());
  const text = new TreeText(heading + top, { maxLength, maxEntries, room: Math.max(room, top.length) });
  return directory.draw(text) && text.length <= maxLength ? text : undefined;
}

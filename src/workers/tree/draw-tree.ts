import { childLine } from './child-line.js';
import type { TreeDirectory } from './tree-source.js';

/** Decides how many children of a directory to show, given its depth (0 for the top). */
type ChildLimit = (directory: TreeDirectory, depth: number) => number;

/** The directory to draw, with its name in the drawing. */
export interface NamedDirectory {
  readonly directory: TreeDirectory;
  readonly name: string;
}

export interface TreeBudget {
  /** Units: characters (UTF-16), line breaks included. */
  readonly maxChars: number;
  /** Without the top itself. */
  readonly maxEntries: number;
}

export interface Drawing {
  /** Complete lines. */
  readonly text: string;
  /** The number of entries shown, without the top. */
  readonly entries: number;
  /** Whether anything is left out, not counting what is below directories that are never entered. */
  readonly isCutOff: boolean;
}

/** A directory whose children are being drawn. */
interface Level {
  readonly prefix: string;
  readonly directory: TreeDirectory;
  readonly shown: number;
  next: number;
}

/**
 * Draws a directory as a tree of lines. Where the next line does not fit, the drawing leaves out the rest of that
 * directory and continues with its parent. Cost: reads only what it draws. Source: S0, renderChildrenCombined.
 */
export function drawTree(top: NamedDirectory, budget: TreeBudget, plan: ChildLimit): Drawing {
  const topLine = `${top.name}/\n`;
  if (topLine.length > budget.maxChars) return { text: '', entries: 0, isCutOff: true };
  let text = topLine;
  let entries = 0;
  let isCutOff = false;
  const open: Level[] = [];

  const enter = (directory: TreeDirectory, prefix: string): void => {
    if (directory.count === 0) return;
    const shown = Math.min(plan(directory, open.length), directory.count);
    if (shown < directory.count) isCutOff = true;
    if (shown > 0) open.push({ prefix, directory, shown, next: 0 });
  };
  const leave = ({ prefix, directory, shown }: Level): void => {
    open.pop();
    if (shown === directory.count) return;
    const line = prefix + moreLine(directory.count - shown);
    if (text.length + line.length <= budget.maxChars) text += line;
  };

  enter(top.directory, '');
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const { prefix, directory, shown, next: place } = level;
    if (place === shown) {
      leave(level);
      continue;
    }
    const child = directory.child(place);
    level.next++;
    const isLast = level.next === directory.count;
    const line = `${prefix}${isLast ? '└── ' : '├── '}${childLine(child)}`;
    if (entries === budget.maxEntries || text.length + line.length > budget.maxChars) {
      isCutOff = true;
      leave(level);
      continue;
    }
    text += line;
    entries++;
    if (child.isEntered) enter(directory.open(place), `${prefix}${isLast ? '    ' : '│   '}`);
  }
  return { text, entries, isCutOff };
}

/** The line that says how many children are not shown, without the branches of the levels above. */
export function moreLine(count: number): string {
  return `└── (${count} more items not shown...)\n`;
}

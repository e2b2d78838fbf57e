import type { RelPath } from '../../actors/protocol/workspace.js';
import { isExcludedDirectory } from './exclude.js';
import type { TreeChild, TreeSource } from './tree-source.js';

/** How many children of a directory to show, given how deep it lies (the top is 0) and how many it has. */
export type Plan = (path: RelPath, depth: number, count: number) => number;

/** What a drawing may take. */
export interface TreeBudget {
  /** Units: characters (UTF-16), line ends included. */
  readonly maxChars: number;
  /** The top itself not counted. */
  readonly maxEntries: number;
}

export interface Drawing {
  /** Whole lines. */
  readonly text: string;
  /** Entries shown, the top itself not counted. */
  readonly entries: number;
  /** Whether anything is left out, except what is below directories that are never entered. */
  readonly isCutOff: boolean;
}

/** A directory whose children are being drawn. */
interface Level {
  readonly path: RelPath;
  readonly prefix: string;
  readonly children: readonly TreeChild[];
  readonly shown: number;
  next: number;
}

/**
 * A directory as a tree of lines. Where the next line would not fit, the rest of that directory is left out and the
 * drawing goes on with the one above it. Source: S0, renderChildrenCombined.
 */
export function drawTree(
  source: TreeSource,
  top: { readonly path: RelPath; readonly name: string },
  budget: TreeBudget,
  plan: Plan,
): Drawing {
  const topLine = `${top.name}/\n`;
  if (topLine.length > budget.maxChars) return { text: '', entries: 0, isCutOff: true };
  let text = topLine;
  let entries = 0;
  let isCutOff = false;
  const open: Level[] = [];

  const enter = (path: RelPath, prefix: string): void => {
    const children = source.children(path);
    if (children.length === 0) return;
    const shown = Math.min(plan(path, open.length, children.length), children.length);
    if (shown < children.length) isCutOff = true;
    if (shown > 0) open.push({ path, prefix, children, shown, next: 0 });
  };
  const leave = (level: Level): void => {
    open.pop();
    const line = `${level.prefix}${moreLine(level.children.length - level.shown)}`;
    if (level.shown < level.children.length && text.length + line.length <= budget.maxChars) text += line;
  };

  enter(top.path, '');
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    if (level.next === level.shown) {
      leave(level);
      continue;
    }
    const child = level.children[level.next++]!;
    const isLast = level.next === level.children.length;
    const line = `${level.prefix}${isLast ? '└── ' : '├── '}${childLine(child)}`;
    if (entries === budget.maxEntries || text.length + line.length > budget.maxChars) {
      isCutOff = true;
      leave(level);
      continue;
    }
    text += line;
    entries++;
    if (isOpened(child)) enter(childPath(level.path, child), `${level.prefix}${isLast ? '    ' : '│   '}`);
  }
  return { text, entries, isCutOff };
}

/** Whether a tree shows what is in a child: it is a directory, and one to enter. Source: SPEC D2. */
export function isOpened(child: TreeChild): boolean {
  return child.isDirectory && child.isEntered && !child.isSymlink && !isExcludedDirectory(child.name);
}

/** A child's line without what stands before its name. */
export function childLine(child: TreeChild): string {
  return `${child.name}${child.isDirectory ? '/' : ''}${child.isSymlink ? ' (symbolic link)' : ''}\n`;
}

/** The line that stands for children not shown, without the lines of the levels above. */
export function moreLine(count: number): string {
  return `└── (${count} more items not shown...)\n`;
}

export function childPath(directory: RelPath, child: TreeChild): RelPath {
  return (directory === '' ? child.name : `${directory}/${child.name}`) as RelPath;
}

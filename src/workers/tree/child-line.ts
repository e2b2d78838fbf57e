import { isExcludedDirectory } from './exclude.js';
import type { TreeChild } from './tree-source.js';

/** Whether a tree shows what is in a child: it is a directory, and one to enter. Source: SPEC D2. */
export function isOpened(child: TreeChild): boolean {
  return child.isDirectory && child.isEntered && !child.isSymlink && !isExcludedDirectory(child.name);
}

/** A child's line without what stands before its name. */
export function childLine(child: TreeChild): string {
  return `${child.name}${child.isDirectory ? '/' : ''}${child.isSymlink ? ' (symbolic link)' : ''}\n`;
}

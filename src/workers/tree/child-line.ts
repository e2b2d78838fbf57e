import type { TreeChild } from './tree-source.js';

const LINK = ' (symbolic link)';

/** The line of a child without its indent. */
export function childLine({ name, isDirectory, isSymlink }: TreeChild): string {
  return `${name}${isDirectory ? '/' : ''}${isSymlink ? LINK : ''}\n`;
}

/** The length of `childLine`. Units: characters. */
export function lineLength({ name, isDirectory, isSymlink }: TreeChild): number {
  return name.length + (isDirectory ? 1 : 0) + (isSymlink ? LINK.length : 0) + 1;
}

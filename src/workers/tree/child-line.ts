import type { TreeChild } from './tree-source.js';

const LINK = ' (symbolic link)';

/** A child's line without what stands before its name. */
export function childLine({ name, isDirectory, isSymlink }: TreeChild): string {
  return `${name}${isDirectory ? '/' : ''}${isSymlink ? LINK : ''}\n`;
}

/** Units: characters of `childLine`. */
export function lineLength({ name, isDirectory, isSymlink }: TreeChild): number {
  return name.length + (isDirectory ? 1 : 0) + (isSymlink ? LINK.length : 0) + 1;
}

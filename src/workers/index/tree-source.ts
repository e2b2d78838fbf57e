import type { RelPath } from '../../actors/protocol/workspace.js';
import { EntryKind } from '../scan/scan-part.js';
import type { TreeChild, TreeSource } from '../tree/tree-source.js';
import type { IndexData } from './data.js';
import { compareListed } from './listing.js';

/**
 * An index as something to draw: directories first, then files, each in natural order. `ignoredDirectories` names those
 * that the rules left out of a directory: they are drawn, and not entered. Source: SPEC D2.
 */
export function indexTreeSource(
  data: IndexData,
  ignoredDirectories: (path: RelPath) => readonly string[],
): TreeSource {
  return {
    children(path) {
      const directory = data.find(path);
      if (directory === -1 || !data.isDirectory(directory)) return [];
      const children = new Map<string, TreeChild>();
      for (const name of ignoredDirectories(path)) {
        children.set(name, { name, isDirectory: true, isSymlink: false, isEntered: false });
      }
      for (let id = data.firstChild(directory); id !== 0; id = data.nextSibling(id)) {
        const name = data.nameOf(id);
        const isSymlink = (data.kindOf(id) & EntryKind.symlink) !== 0;
        children.set(name, { name, isDirectory: data.isDirectory(id), isSymlink, isEntered: true });
      }
      return [...children.values()].sort(compareListed);
    },
  };
}

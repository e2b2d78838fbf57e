import type { RelPath } from '../../actors/protocol/workspace.js';
import { EntryKind } from '../scan/scan-part.js';
import type { TreeChild, TreeDirectory, TreeSource } from '../tree/tree-source.js';
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
  const open = (path: RelPath): TreeDirectory => {
    const listed = new Map<string, TreeChild>();
    const directory = data.find(path);
    if (directory !== -1 && data.isDirectory(directory)) {
      for (const name of ignoredDirectories(path)) {
        listed.set(name, { name, isDirectory: true, isSymlink: false, isEntered: false });
      }
      for (let id = data.firstChild(directory); id !== 0; id = data.nextSibling(id)) {
        const name = data.nameOf(id);
        const isSymlink = (data.kindOf(id) & EntryKind.symlink) !== 0;
        listed.set(name, { name, isDirectory: data.isDirectory(id), isSymlink, isEntered: true });
      }
    }
    const children = [...listed.values()].sort(compareListed);
    const opened = new Map<number, TreeDirectory>();
    return {
      count: children.length,
      child: (place) => children[place]!,
      open(place) {
        let below = opened.get(place);
        if (below === undefined) {
          const { name } = children[place]!;
          below = open((path === '' ? name : `${path}/${name}`) as RelPath);
          opened.set(place, below);
        }
        return below;
      },
    };
  };
  return { open };
}

import type { RelPath } from '../../actors/protocol/workspace.js';
import type { IndexData } from './data.js';
import type { ZonedIndex } from './dynamic-zone.js';

/** An index as a dynamic zone sees it. */
export function zonedIndex(data: IndexData): ZonedIndex {
  function* childIds(directory: RelPath): Generator<number, void, undefined> {
    const id = data.find(directory);
    if (id === -1 || !data.isDirectory(id)) return;
    for (let child = data.firstChild(id); child !== 0; child = data.nextSibling(child)) yield child;
  }
  return {
    kindAt(path) {
      const id = data.find(path);
      return id === -1 ? undefined : data.kindOf(id);
    },
    childrenOf: (directory) => Array.from(childIds(directory), (id) => data.pathOf(id)),
    childCount: (directory) => [...childIds(directory)].length,
    evict(paths) {
      for (const path of paths) {
        data.remove(path);
        const parent = data.find(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
        if (parent !== -1) data.setComplete(parent, false);
      }
    },
  };
}

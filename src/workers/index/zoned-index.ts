import type { RelPath } from '../../actors/protocol/workspace.js';
import type { IndexData } from './data.js';
import type { ZonedIndex } from './dynamic-zone.js';

/** An index as a dynamic zone sees it. */
export function zonedIndex(data: IndexData): ZonedIndex {
  const childIds = (directory: RelPath): readonly number[] => {
    const id = data.find(directory);
    return id === -1 || !data.isDirectory(id) ? [] : data.childrenOf(id);
  };
  return {
    kindAt(path) {
      const id = data.find(path);
      return id === -1 ? undefined : data.kindOf(id);
    },
    childrenOf: (directory) => childIds(directory).map((id) => data.pathOf(id)),
    childCount: (directory) => childIds(directory).length,
    evict: (paths) => {
      data.evict(paths);
    },
  };
}

import type { AbsPath, RelPath, UnsavedFile } from '../../../actors/protocol/workspace.js';
import { isWithin } from '../../../actors/protocol/rel-path.js';
import type { IndexData } from '../store/index-data.js';
import { relPathInRoot } from '../../disk/rel-path-in-root.js';

/** The files of a root that a search covers. */
interface ContentScope {
  readonly root: AbsPath;
  readonly data: IndexData;
  /** The directory to search, or a single file, which need not be indexed. */
  readonly under: RelPath;
}

/** The contents of the unsaved files that a search covers, by path. Ignores the search's globs. */
export function unsavedContents(
  unsaved: readonly UnsavedFile[],
  { root, data, under }: ContentScope,
): ReadonlyMap<RelPath, Uint8Array> {
  const isSearched = (path: RelPath): boolean => {
    const id = data.find(path);
    return id === -1 ? path === under : !data.isDirectory(id);
  };
  const contents = new Map<RelPath, Uint8Array>();
  for (const { path: absolute, content } of unsaved) {
    const path = relPathInRoot(root, absolute);
    if (path !== null && isWithin(path, under) && isSearched(path)) contents.set(path, content);
  }
  return contents;
}

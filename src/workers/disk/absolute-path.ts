import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';

/** A path of a root as the operating system knows it; Windows takes `/` too. */
export function absolutePath(root: AbsPath, path: RelPath): AbsPath {
  return (path === '' ? root : `${root}/${path}`) as AbsPath;
}

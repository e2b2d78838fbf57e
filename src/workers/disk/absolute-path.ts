import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';

/** The absolute path of a root's file. Windows accepts `/` too. */
export function absolutePath(root: AbsPath, path: RelPath): AbsPath {
  return (path === '' ? root : `${root}/${path}`) as AbsPath;
}

import type { RelPath } from '../../actors/protocol/workspace.js';

const ROOT = '' as RelPath;

/** The nearest repository that a directory is in, or is; `''` stands for the one that the root is in. */
export function nearestRepository(
  directory: RelPath,
  isRepository: (directory: RelPath) => boolean,
): RelPath {
  let path = directory;
  while (path !== ROOT && !isRepository(path)) path = parentOf(path);
  return path;
}

export function parentOf(path: RelPath): RelPath {
  return path.slice(0, Math.max(0, path.lastIndexOf('/'))) as RelPath;
}

import type { RelPath } from '../../../actors/protocol/workspace.js';
import { parentOf } from '../../../actors/protocol/rel-path.js';

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

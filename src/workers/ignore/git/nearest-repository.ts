import type { RelPath } from '../../../actors/protocol/workspace.js';
import { parentOf } from '../../../actors/protocol/rel-path.js';

const ROOT = '' as RelPath;

/** The nearest repository that contains a directory or starts in it; `''` stands for the root's own repository. */
export function nearestRepository(
  directory: RelPath,
  isRepository: (directory: RelPath) => boolean,
): RelPath {
  let path = directory;
  while (path !== ROOT && !isRepository(path)) path = parentOf(path);
  return path;
}

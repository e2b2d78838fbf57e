import { relative, resolve } from 'node:path';
import { WorkspaceBoundaryError } from '../../actors/protocol/errors.js';
import type { RelPath } from '../../actors/protocol/workspace.js';

/** A directory that the person typed, as a path relative to the root. Errors: `WorkspaceBoundaryError`. */
export function toRelative(root: string, directory: string): RelPath {
  const path = relative(root, resolve(root, directory)).replaceAll('\\', '/');
  if (path === '..' || path.startsWith('../'))
    throw new WorkspaceBoundaryError(`${directory} is outside the root ${root}.`, {
      path: directory,
      roots: [root],
    });
  return path as RelPath;
}

import { existsSync, realpathSync } from 'node:fs';
import { delimiter, isAbsolute } from 'node:path';
import { isInside } from '../../actors/runtime/paths/is-inside.js';

// Programs of the system, also when somebody opens `/` as a workspace.
const SYSTEM = ['/usr', '/bin', '/sbin', '/opt', '/nix', '/run/current-system'];

/** The folders of a PATH that no file of the roots can get into: absolute, and neither in a root nor a link into one. */
export function listSafePath(path: string, roots: readonly string[]): readonly string[] {
  const isUnsafe = (folder: string): boolean =>
    roots.some(
      (root) =>
        isInside(root, folder) &&
        !SYSTEM.some((system) => isInside(system, folder) && isInside(root, system)),
    );
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !isUnsafe(folder) && !isUnsafe(resolveLinks(folder)));
}

function resolveLinks(path: string): string {
  // A folder that does not exist has no programs.
  return existsSync(path) ? realpathSync.native(path) : path;
}

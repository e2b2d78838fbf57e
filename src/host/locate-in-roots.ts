import { isAbsolute, relative, resolve, sep } from 'node:path';
import { WorkspaceBoundaryError } from '../actors/protocol/errors.js';
import type { AbsPath, RelPath } from '../actors/protocol/workspace.js';
import { isInside } from '../actors/tools/gate/is-inside.js';

/** A place as a program names it: a path below the root, or below any root when none is named; or an absolute path. */
export interface NamedPlace {
  /** One of the workspace's roots, as the workspace or as the program calls it. */
  readonly root?: string | undefined;
  /** With any slashes, also at its ends. Default: the root itself. */
  readonly path?: string | undefined;
}

/**
 * The root and the path below it that a program means. No root where it names none and the path is relative.
 * Errors: `WorkspaceBoundaryError` for a root that is none of them, and for a path that leads out of it.
 */
export function locateInRoots(
  roots: readonly AbsPath[],
  { root, path = '' }: NamedPlace,
): { readonly root: AbsPath | undefined; readonly path: RelPath } {
  const named = root === undefined ? rootOf(roots, path) : requireRoot(roots, root);
  // Where no root is named, any of them shows whether a relative path stays inside.
  const within = named ?? roots[0] ?? resolve();
  const absolute = resolve(within, path);
  if (!isInside(within, absolute))
    throw new WorkspaceBoundaryError(`${path} leads outside of ${named ?? 'every root'}.`, { path, roots });
  return { root: named, path: relative(within, absolute).split(sep).join('/') as RelPath };
}

function requireRoot(roots: readonly AbsPath[], root: string): AbsPath {
  const known = roots.find((one) => one === root) ?? roots.find((one) => one === resolve(root));
  if (known !== undefined) return known;
  throw new WorkspaceBoundaryError(
    `${root} is no root of this workspace. ${roots.length === 0 ? 'It has none' : `The roots are ${roots.join(', ')}`}.`,
    { path: root, roots },
  );
}

/** The root that an absolute path lies in, the deepest one where they are nested. */
function rootOf(roots: readonly AbsPath[], path: string): AbsPath | undefined {
  if (!isAbsolute(path)) return undefined;
  return roots
    .filter((root) => isInside(root, path))
    .reduce<AbsPath | undefined>(
      (best, root) => (best === undefined || root.length > best.length ? root : best),
      undefined,
    );
}

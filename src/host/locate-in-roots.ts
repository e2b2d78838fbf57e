import { isAbsolute, resolve, sep } from 'node:path';
import { WorkspaceBoundaryError } from '../actors/protocol/errors.js';
import type { AbsPath, RelPath } from '../actors/protocol/workspace.js';
import { wayInside } from '../actors/runtime/paths/is-inside.js';
import { findRootOf } from '../actors/tools/gate/find-root-of.js';

/** A path as a program names it: relative to `root`, or to any root when none is named; or absolute. */
interface NamedPath {
  /** One of the workspace's roots, as a resolved path or as the program passed it. */
  readonly root?: string | undefined;
  /** With any slashes, even at its ends. Default: the root itself. */
  readonly path?: string | undefined;
}

/**
 * Resolves what a program names to a root and a path below it. No root when none is named and the path is relative.
 * Errors: `WorkspaceBoundaryError` for an unknown root, and for a path that leads out of its root.
 */
export function locateInRoots(
  roots: readonly AbsPath[],
  { root, path = '' }: NamedPath,
): { readonly root: AbsPath | undefined; readonly path: RelPath } {
  const named =
    root === undefined ? (isAbsolute(path) ? findRootOf(roots, path) : undefined) : requireRoot(roots, root);
  // Without a named root, any root serves to check whether a relative path stays inside.
  const within = named ?? roots[0] ?? resolve();
  const absolute = resolve(within, path);
  const way = wayInside(within, absolute);
  if (way === undefined) {
    const place = named ?? (roots.length === 0 ? 'every root' : roots.join(', '));
    throw new WorkspaceBoundaryError(`${path} leads outside of ${place}.`, { path, roots });
  }
  return { root: named, path: way.split(sep).join('/') as RelPath };
}

function requireRoot(roots: readonly AbsPath[], root: string): AbsPath {
  const known = roots.find((one) => one === root) ?? roots.find((one) => one === resolve(root));
  if (known !== undefined) return known;
  throw new WorkspaceBoundaryError(
    `${root} is no root of this workspace. ${roots.length === 0 ? 'It has none' : `The roots are ${roots.join(', ')}`}.`,
    { path: root, roots },
  );
}

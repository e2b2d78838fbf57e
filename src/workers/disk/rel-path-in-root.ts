import { sep } from 'node:path';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { wayInside } from '../../actors/runtime/paths/is-inside.js';

/** An absolute path relative to a root; `null` when it is outside the root. */
export function relPathInRoot(root: AbsPath, path: string): RelPath | null {
  const way = wayInside(root, path);
  return way === undefined ? null : (way.split(sep).join('/') as RelPath);
}

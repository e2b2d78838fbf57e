import { isAbsolute, relative, sep } from 'node:path';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';

/** An absolute path relative to a root; `null` when it is outside the root. */
export function relPathInRoot(root: AbsPath, path: string): RelPath | null {
  const way = relative(root, path);
  if (way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)) return null;
  return way.split(sep).join('/') as RelPath;
}

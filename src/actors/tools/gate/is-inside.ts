import { isAbsolute, relative, sep } from 'node:path';
import type { AbsPath } from '../../protocol/workspace.js';

/** The root that contains an absolute path; the innermost one of nested roots. */
export function findRootOf(roots: readonly AbsPath[], path: string): AbsPath | undefined {
  return roots.filter((root) => isInside(root, path)).sort((a, b) => b.length - a.length)[0];
}

/** Whether `path` is `root` or lies below it, segment by segment: `/a/bc` is not inside `/a/b`. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

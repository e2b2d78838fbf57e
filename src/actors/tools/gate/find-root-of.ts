import type { AbsPath } from '../../protocol/workspace.js';
import { isInside } from '../../runtime/paths/is-inside.js';

/** The root that contains an absolute path; the innermost one of nested roots. */
export function findRootOf(roots: readonly AbsPath[], path: string): AbsPath | undefined {
  return roots.filter((root) => isInside(root, path)).sort((a, b) => b.length - a.length)[0];
}

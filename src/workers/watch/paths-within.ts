import type { RelPath } from '../../actors/protocol/workspace.js';

/** Whether `path` is one of `directories` or lies below one. Cost: a look-up for each part of the path. */
export function isWithin(path: RelPath, directories: Pick<ReadonlySet<RelPath>, 'has' | 'size'>): boolean {
  if (directories.size === 0) return false;
  if (directories.has(path) || directories.has('' as RelPath)) return true;
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (directories.has(path.slice(0, end) as RelPath)) return true;
  }
  return false;
}

/** Those of `directories` that lie below no other. */
export function outermost(directories: ReadonlySet<RelPath>): RelPath[] {
  return [...directories].filter((path) => path === '' || !isWithin(parentOf(path), directories));
}

/** The directory that a path is in; `''` for a path at the top. */
export function parentOf(path: RelPath): RelPath {
  return path.slice(0, Math.max(0, path.lastIndexOf('/'))) as RelPath;
}

import type { RelPath } from './workspace.js';

/** Joins a directory and a path below it; either may be `''`. */
export function joinPath(directory: string, below: string): RelPath {
  if (directory === '') return below as RelPath;
  return (below === '' ? directory : `${directory}/${below}`) as RelPath;
}

/** The directory that contains a path; `''` for a path at the top. */
export function parentOf(path: string): RelPath {
  return path.slice(0, Math.max(0, path.lastIndexOf('/'))) as RelPath;
}

/** The last part of a path. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Whether a path is `directory` or lies below it. */
export function isWithin(path: string, directory: string): boolean {
  return directory === '' || path === directory || path.startsWith(`${directory}/`);
}

/** Whether a path is one of `directories` or lies below one. Cost: a look-up for each segment of the path. */
export function isWithinAny(path: RelPath, directories: Pick<ReadonlySet<RelPath>, 'has' | 'size'>): boolean {
  if (directories.size === 0) return false;
  if (directories.has(path) || directories.has('' as RelPath)) return true;
  for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
    if (directories.has(path.slice(0, end) as RelPath)) return true;
  }
  return false;
}

/** Those of `directories` that do not lie below another one. */
export function outermost(directories: ReadonlySet<RelPath>): RelPath[] {
  return [...directories].filter((path) => path === '' || !isWithinAny(parentOf(path), directories));
}

import { isAbsolute, relative, sep } from 'node:path';

/**
 * Whether a path is a folder or lies below it, segment by segment: `/a/bc` is not inside `/a/b`. Paths of the disk; those
 * below a root have `isWithin`. Shape: absolute paths, with `.` and `..` in them or without.
 */
export function isInside(folder: string, path: string): boolean {
  return wayInside(folder, path) !== undefined;
}

/** Whether a path is one of the folders or lies below one. */
export function isInsideAny(folders: readonly string[], path: string): boolean {
  return folders.some((folder) => isInside(folder, path));
}

/** The path relative to a folder, `''` for the folder itself; `undefined` when it lies elsewhere. Shape: as of `isInside`. */
export function wayInside(folder: string, path: string): string | undefined {
  const way = relative(folder, path);
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way;
}

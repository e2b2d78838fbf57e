import { isAbsolute, relative } from 'node:path';

/** Whether an absolute path is that of a directory, or of something below it. */
export function isAtOrBelow(path: string, directory: string): boolean {
  const way = relative(directory, path);
  return way !== '..' && !/^\.\.[/\\]/.test(way) && !isAbsolute(way);
}

import { isAbsolute, relative, sep } from 'node:path';

/** Whether `path` is `root` or lies below it, segment by segment: `/a/bc` is not inside `/a/b`. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

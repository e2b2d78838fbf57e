import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { absolutePath } from '../disk/absolute-path.js';
import { lstatIfReadable } from '../disk/lstat-if-readable.js';

/** A batch of directories to stat. */
export interface StatJob {
  readonly root: AbsPath;
  /** Shape: paths joined with `\0`; at least one. */
  readonly directories: string;
}

/** The job of `runStat` on a scan thread. */
export function statDirectories({ root, directories }: StatJob): Float64Array<ArrayBuffer> {
  const paths = directories.split('\0') as RelPath[];
  const stats = new Float64Array(paths.length * 2).fill(Number.NaN);
  for (let place = 0; place < paths.length; place++) {
    const found = lstatIfReadable(absolutePath(root, paths[place]!));
    if (found?.isDirectory() !== true) continue;
    // A move or a change of permissions sets only ctime; where ctime is the birth time, other changes set only mtime.
    stats[place * 2] = Math.max(found.mtimeMs, found.ctimeMs);
    stats[place * 2 + 1] = found.ino;
  }
  return stats;
}

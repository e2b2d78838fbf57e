import { lstatSync, type Stats } from 'node:fs';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { absolutePath } from '../disk/absolute-path.js';

/** Some directories to look at. */
export interface StatJob {
  readonly root: AbsPath;
  /** Shape: paths joined with `\0`; at least one. */
  readonly directories: string;
}

/** See `runStat`. */
export function statDirectories({ root, directories }: StatJob): Float64Array<ArrayBuffer> {
  const paths = directories.split('\0') as RelPath[];
  const stats = new Float64Array(paths.length * 2).fill(Number.NaN);
  for (let place = 0; place < paths.length; place++) {
    const found = look(absolutePath(root, paths[place]!));
    if (found?.isDirectory() !== true) continue;
    // A directory that is moved, or closed to us, changes in the second only; where that is its birth, in the first.
    stats[place * 2] = Math.max(found.mtimeMs, found.ctimeMs);
    stats[place * 2 + 1] = found.ino;
  }
  return stats;
}

function look(path: AbsPath): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

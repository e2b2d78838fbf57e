import type { GlobLookUp } from '../../src/host/engine/judging/judge-with-globs.js';
import { createGlobExpander } from '../../src/workers/disk/expand-glob.js';
import { lstatIfReadable } from '../../src/workers/disk/lstat-if-readable.js';

/** Looks globs up on the disk as the index does, without its thread. */
export const globsOnDisk: GlobLookUp = {
  isThere: (path) => lstatIfReadable(path) !== undefined,
  expand: async (globs) => {
    const expand = createGlobExpander();
    return Promise.resolve(globs.map(({ folder, glob }) => expand(folder, glob) ?? null));
  },
};

import { lstatSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

// As many as Linux follows.
const MAX_LINKS = 40;

/** Where a path leads through all of its links, whether there is something or not; `undefined` for a circle of links. */
export function followDangling(path: string): string | undefined {
  let at = path;
  for (let count = 0; count < MAX_LINKS; count += 1) {
    const link = readLink(at);
    if (link === undefined) {
      const folder = dirname(at);
      if (folder === at) return at;
      const real = tryRealpath(at);
      if (real !== undefined) return real;
      const realFolder = followDangling(folder);
      return realFolder === undefined ? undefined : join(realFolder, basename(at));
    }
    at = resolve(dirname(at), link);
  }
  return undefined;
}

function readLink(path: string): string | undefined {
  try {
    return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
  } catch {
    // There is nothing.
    return undefined;
  }
}

function tryRealpath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

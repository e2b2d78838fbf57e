import { realpathSync } from 'node:fs';

/**
 * Resolves all links in a path. A path that does not exist is returned unchanged.
 * Cost: one synchronous system call.
 */
export function followLinks(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * The path with all links in it followed; what does not exist stays as it is named.
 * Cost: a few system calls, on this thread.
 */
export function followLinks(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(followLinks(folder), basename(path));
  }
}

import { realpathSync } from 'node:fs';

/**
 * The path with all links in it followed; what does not exist stays as it is named.
 * Cost: one system call, on this thread.
 */
export function followLinks(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

import { lstat } from 'node:fs/promises';
import { lstatIfReadable } from './lstat-if-readable.js';

/** Whether something is at a path, a link to nothing included. Nothing is where the system does not tell. */
export async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** Does what `isThere` does, for a thread that may wait for the disk. */
export function isThereSync(path: string): boolean {
  return lstatIfReadable(path) !== undefined;
}

import { lstatSync, type Stats } from 'node:fs';

/** What is at a path, links not followed; `undefined` where nothing can be, as below what has become a file. */
export function look(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined;
    throw error;
  }
}

import { open, rename, rm } from 'node:fs/promises';
import { isThere } from '../../../../workers/disk/is-there.js';
import type { WatchedFile } from './repository-state.js';

/** Puts a file back as it was, or renames one that was not there. Resolves to what was done, as a clause. */
export async function revertFile(path: string, before: WatchedFile | undefined): Promise<string> {
  try {
    if (before === undefined) return `it was renamed to ${await setAside(path)}`;
    if (before.content === undefined) return 'it could not be put back: look at it before you run git there';
    // Not through a link that may be in its place now.
    await rm(path, { force: true });
    const file = await open(path, 'wx', before.mode);
    try {
      await file.writeFile(before.content);
      // The umask has taken bits from it.
      await file.chmod(before.mode);
    } finally {
      await file.close();
    }
    return 'it was put back as it was';
  } catch (error) {
    return `it could not be undone (${String(error)}): look at it before you run git there`;
  }
}

/** Renames a file or folder so that git does not find it, and resolves to its new path. */
export async function setAside(path: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const free = `${path}.disabled${count === 1 ? '' : `-${count}`}`;
    if (await isThere(free)) continue;
    await rename(path, free);
    return free;
  }
}

import { chmod, lstat } from 'node:fs/promises';

const OWNER = 0o700;

/**
 * Lets this person list folders that a command has closed: git works in a folder whose names it may not list.
 * Shape: a sentence for each of them, also for one that could not be opened.
 */
export async function openClosed(folders: readonly string[]): Promise<readonly string[]> {
  return await Promise.all(
    folders.map(async (folder) => {
      try {
        const { mode } = await lstat(folder);
        await chmod(folder, (mode & 0o7777) | OWNER);
        return `The command took the right to list ${folder} away: it was given back, to look for git repositories there.`;
      } catch (error) {
        return `The command took the right to list ${folder} away, and it could not be given back (${String(error)}): look for git repositories there before you run git.`;
      }
    }),
  );
}

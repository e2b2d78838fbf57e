import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissingError } from '../../../workers/disk/is-missing-error.js';

interface ListingLimits {
  readonly maxDepth: number;
  readonly maxFiles: number;
}

/**
 * The files of a name below a folder, sorted; links to files are listed, and links to folders that are directly in it
 * are entered. A folder that does not exist has none.
 * Shape: paths relative to the folder, `/` between names. Errors: those of Node's `fs`, but for a missing folder.
 */
export async function listFilesBelow(
  folder: string,
  isWanted: (name: string) => boolean,
  { maxDepth, maxFiles }: ListingLimits,
): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (way: readonly string[]): Promise<void> => {
    for (const entry of await readFolder(join(folder, ...way))) {
      if (found.length >= maxFiles) return;
      const path = [...way, entry.name];
      if ((entry.isFile() || entry.isSymbolicLink()) && isWanted(entry.name)) found.push(path.join('/'));
      else if (
        (entry.isDirectory() || (entry.isSymbolicLink() && way.length === 0)) &&
        path.length < maxDepth
      )
        await visit(path);
    }
  };
  await visit([]);
  return found;
}

async function readFolder(path: string): Promise<readonly Dirent[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true });
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  } catch (error) {
    if (isMissingError(error)) return [];
    throw error;
  }
}

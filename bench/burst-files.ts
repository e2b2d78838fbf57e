import { join } from 'node:path';

// As many as a branch switch or an install touches.
const OLD_FOLDERS = 50;
const NEW_FOLDERS = 200;

/** Folders that are there before a burst. */
export function oldBurstFolders(folder: string): string[] {
  return Array.from({ length: OLD_FOLDERS }, (_, at) => join(folder, `old-${at}`));
}

/** Folders that a burst makes. */
export function newBurstFolders(folder: string, round: string): ReadonlySet<string> {
  return new Set(Array.from({ length: NEW_FOLDERS }, (_, at) => join(folder, `new-${round}-${at}`)));
}

/** The files of a burst in the order in which they are written: turn about in an old folder and in a new one. */
export function burstFiles(
  folder: string,
  round: string,
  count: number,
): { readonly path: string; readonly inside: string }[] {
  const old = oldBurstFolders(folder);
  const fresh = [...newBurstFolders(folder, round)];
  return Array.from({ length: count }, (_, at) => {
    const folders = at % 2 === 0 ? old : fresh;
    const inside = folders[(at >> 1) % folders.length] ?? folder;
    return { path: join(inside, `file-${round}-${at}`), inside };
  });
}

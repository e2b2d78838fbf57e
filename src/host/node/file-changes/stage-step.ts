import { constants } from 'node:fs';
import { chmod, chown, copyFile, link, open, stat } from 'node:fs/promises';
import type { AnchoredDirectory } from './anchored-directory.js';

// What the person's umask leaves of it.
const NEW_FILE_MODE = 0o666;

/**
 * Puts bytes under a name of their own, on the disk and not only in its cache, with the mode and the owner of the file
 * that they will replace. Errors: those of Node's `fs`.
 */
export async function stageBytes(
  directory: AnchoredDirectory,
  staged: string,
  bytes: Uint8Array,
  replaced: string | undefined,
): Promise<void> {
  const path = directory.entry(staged);
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(path, flags, NEW_FILE_MODE);
  try {
    await handle.writeFile(bytes);
    if (replaced !== undefined) {
      const { mode, uid, gid } = await stat(directory.entry(replaced));
      // Before the mode: a change of the owner takes bits away. Only the owner of both and root may do it.
      await chown(path, uid, gid).catch(() => undefined);
      await chmod(path, mode & 0o7777);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Puts a file that moves under a second name in the directory it moves to. Errors: those of Node's `fs`. */
export async function stageFile(source: string, directory: AnchoredDirectory, staged: string): Promise<void> {
  const path = directory.entry(staged);
  try {
    await link(source, path);
  } catch {
    // Another disk, or one without hard links.
    await copyFile(source, path, constants.COPYFILE_EXCL);
  }
}

import { constants } from 'node:fs';
import { chmod, chown, copyFile, link, lstat, open } from 'node:fs/promises';
import type { AnchoredDirectory } from './anchored-directory.js';

// What the person's umask leaves of it.
const NEW_FILE_MODE = 0o666;
// What replaces a file may be as secret as the file is.
const PRIVATE_MODE = 0o600;
// Read, write and execute, for three kinds of people.
const PERMISSIONS = 0o777;
// And those that lend the owner's rights to whoever runs the file.
const ALL_MODE_BITS = 0o7777;

/**
 * Puts bytes under a name of their own, on the disk and not only in its cache, with the mode and the owner of the file
 * that they are like. Errors: those of Node's `fs`.
 */
export async function stageBytes(path: string, bytes: Uint8Array, like: string | undefined): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(path, flags, like === undefined ? NEW_FILE_MODE : PRIVATE_MODE);
  try {
    await handle.writeFile(bytes);
    // One that is gone is noticed when it is its turn.
    const old = like === undefined ? undefined : await lstat(like).catch(() => undefined);
    if (old !== undefined) {
      // Before the mode: a change of the owner takes bits away. Only root may give a file to somebody else.
      const isOwnerKept = await chown(path, old.uid, old.gid).then(
        () => true,
        () => false,
      );
      await chmod(path, old.mode & (isOwnerKept ? ALL_MODE_BITS : PERMISSIONS));
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

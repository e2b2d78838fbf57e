import { constants } from 'node:fs';
import { chmod, chown, copyFile, link, lstat, open } from 'node:fs/promises';
import type { AnchoredDirectory } from './anchored-directory.js';
import { copyAttributes } from './copy-attributes.js';

// The person's umask is applied to it.
const NEW_FILE_MODE = 0o666;
// A staged file may be as secret as the file that it replaces.
const PRIVATE_MODE = 0o600;
// Read, write and execute, for owner, group and others.
const PERMISSIONS = 0o777;
// Includes setuid, setgid and the sticky bit.
const ALL_MODE_BITS = 0o7777;

/**
 * Writes bytes to a new file and syncs them to the disk, with the mode, the owner, the extended attributes and the access
 * list of `like`. Errors: those of Node's `fs`.
 */
export async function stageBytes(path: string, bytes: Uint8Array, like: string | undefined): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  const handle = await open(path, flags, like === undefined ? NEW_FILE_MODE : PRIVATE_MODE);
  try {
    // A missing file is reported when its own step runs.
    const old = like === undefined ? undefined : await lstat(like).catch(() => undefined);
    if (like === undefined || old === undefined) await handle.writeFile(bytes);
    else {
      // Before the mode, because changing the owner clears mode bits. Only root may give a file to another user.
      const isOwnerKept = await chown(path, old.uid, old.gid).then(
        () => true,
        () => false,
      );
      // Before the content: what allows a program more than its user does not outlast a change of the program.
      if (old.isFile()) await copyAttributes(like, path);
      await handle.writeFile(bytes);
      await chmod(path, old.mode & (isOwnerKept ? ALL_MODE_BITS : PERMISSIONS));
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gives a file that is about to move a second name in its new directory. Errors: those of Node's `fs`. */
export async function stageFile(source: string, directory: AnchoredDirectory, staged: string): Promise<void> {
  const path = directory.entry(staged);
  try {
    await link(source, path);
  } catch {
    // Another disk, or a file system without hard links.
    await copyFile(source, path, constants.COPYFILE_EXCL);
  }
}

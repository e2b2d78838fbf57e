import { cp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DiskFullError, PermissionDeniedError, TroupeError } from '../../../../actors/protocol/errors.js';
import { errorCode } from '../../../../actors/protocol/errors/error-code.js';
import { isThere } from '../../../../workers/disk/is-there.js';
import { makeFolder } from '../../../../workers/disk/make-folder.js';

/**
 * Moves a file or folder to a place where nothing is. To another file system it is copied and synced first, and what was
 * copied stays beside its old place as `<path>.moved`.
 * Errors: those of the file system; nothing is lost then.
 */
export async function movePath(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to));
  if (await isThere(to)) throw Object.assign(new Error(`Something is at ${to} already.`), { code: 'EEXIST' });
  try {
    await rename(from, to);
  } catch (error) {
    if (errorCode(error) !== 'EXDEV') throw error;
    await copyPath(from, to);
    await rename(from, `${from}.moved`);
  }
}

/** An error of the file system as one that says what to do; other errors as they are. */
export function toStorageError(error: unknown, path: string): unknown {
  const code = errorCode(error);
  if (error instanceof TroupeError) return error;
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new DiskFullError(
      `Conversations cannot be stored in ${path}: the disk is full, or your quota is. Free some space and try again; nothing was changed.`,
      { path },
      { cause: error },
    );
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new PermissionDeniedError(
      `Conversations cannot be stored in ${path}: ${code === 'EROFS' ? 'the disk is read-only' : 'permission denied'}. Nothing was changed.`,
      { path },
      { cause: error },
    );
  if (code === 'ENOTDIR' || (error instanceof Error && 'syscall' in error && error.syscall === 'mkdir'))
    return new PermissionDeniedError(
      `Conversations cannot be stored in ${path}, because that folder cannot be made (${String(code)}): check HOME and XDG_STATE_HOME. Nothing was changed.`,
      { path },
      { cause: error },
    );
  return error;
}

/** Copies by a draft, so that the copy is whole or not there. */
async function copyPath(from: string, to: string): Promise<void> {
  const draft = `${to}.copying`;
  await rm(draft, { recursive: true, force: true });
  try {
    await cp(from, draft, { recursive: true, preserveTimestamps: true, errorOnExist: true });
    await syncPath(draft);
    await rename(draft, to);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

async function syncPath(path: string): Promise<void> {
  if ((await stat(path)).isDirectory()) {
    for (const name of await readdir(path)) await syncPath(join(path, name));
    return;
  }
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

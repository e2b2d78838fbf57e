import { chmod, lstat, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';
import { isMissing } from '../../../actors/tools/gate/is-missing.js';

// Its owner may list the directory and change its entries.
const OWNER_ALL = 0o700;
const ALL_MODE_BITS = 0o7777;

/**
 * Deletes an entry with everything in it, even in directories without write permission, as far as their owner may give
 * it. Errors: those of Node's `fs`.
 */
export async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
    return;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'ENOTEMPTY'].includes(errorCode(error) ?? '')) throw error;
  }
  const parent = dirname(path);
  const { mode } = await stat(parent);
  await chmod(parent, (mode & ALL_MODE_BITS) | OWNER_ALL);
  try {
    await unlock(path);
    await rm(path, { recursive: true, force: true });
  } finally {
    await chmod(parent, mode & ALL_MODE_BITS);
  }
}

/** Lets the owner change a directory and those in it. The first try may still be deleting some of it. */
async function unlock(path: string): Promise<void> {
  try {
    if (!(await lstat(path)).isDirectory()) return;
    await chmod(path, OWNER_ALL);
    for (const entry of await readdir(path, { withFileTypes: true }))
      if (entry.isDirectory()) await unlock(join(path, entry.name));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

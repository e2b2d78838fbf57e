import { type BigIntStats, lstatSync } from 'node:fs';
import { stat } from 'node:fs/promises';

/**
 * A value that differs between directories that have the same path at different times; `undefined` when there is
 * none.
 * The inode of a deleted directory may be reused, so callers must watch for the deletion as well.
 */
export async function directoryIdentity(path: string): Promise<string | undefined> {
  try {
    return identityOf(await stat(path, { bigint: true }));
  } catch {
    return undefined;
  }
}

/** Like `directoryIdentity`, but synchronous, for a path below a root: a link is no directory. */
export function directoryIdentitySync(path: string): string | undefined {
  try {
    return identityOf(lstatSync(path, { bigint: true }));
  } catch {
    return undefined;
  }
}

function identityOf(stats: BigIntStats): string | undefined {
  return stats.isDirectory() ? `${stats.dev}:${stats.ino}` : undefined;
}

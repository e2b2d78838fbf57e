import { type BigIntStats, lstatSync } from 'node:fs';
import { stat } from 'node:fs/promises';

/**
 * What tells a directory from another one at the same path; `undefined` when there is none to be seen.
 * A deleted directory's number may be given to the next one: watch for the deletion as well.
 */
export async function directoryIdentity(path: string): Promise<string | undefined> {
  try {
    return identityOf(await stat(path, { bigint: true }));
  } catch {
    return undefined;
  }
}

/** The same at once, for a path below a root: a link is no directory. */
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

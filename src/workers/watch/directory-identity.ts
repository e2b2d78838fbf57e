import { stat } from 'node:fs/promises';

/**
 * What tells a directory from another one at the same path; `undefined` when there is none to be seen.
 * A deleted directory's number may be given to the next one: watch for the deletion as well.
 */
export async function directoryIdentity(path: string): Promise<string | undefined> {
  try {
    const stats = await stat(path, { bigint: true });
    return stats.isDirectory() ? `${stats.dev}:${stats.ino}` : undefined;
  } catch {
    return undefined;
  }
}

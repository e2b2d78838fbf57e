import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

// What git reads to know which programs to run. Source: gitrepository-layout(5).
const FILES = ['HEAD', 'config', 'config.worktree', 'commondir', 'hooks', 'rebase-merge/git-rebase-todo'];

/**
 * Those markers of repositories that were made, moved or changed at or after a time. Files of which no state was kept are
 * told from others by it: no program can set the time of a change.
 * Shape: `sinceMs` in milliseconds since 1970.
 */
export async function changedSince(markers: readonly string[], sinceMs: number): Promise<readonly string[]> {
  const changed = await Promise.all(
    markers.map(async (marker) => {
      const folder = basename(marker) === '.git' ? marker : dirname(marker);
      const hooks = await readdir(join(folder, 'hooks')).catch(() => []);
      const files = [...FILES, ...hooks.map((name) => join('hooks', name))].map((name) => join(folder, name));
      return (await Promise.all([folder, ...files].map((path) => isChanged(path, sinceMs)))).includes(true);
    }),
  );
  return markers.filter((_, index) => changed[index]);
}

/** Whether a file, or who may do what with it, was changed at or after a time. Not for one that is not there. */
export async function isChanged(path: string | Buffer, sinceMs: number): Promise<boolean> {
  return await lstat(path).then(
    ({ ctimeMs }) => ctimeMs >= sinceMs,
    () => false,
  );
}

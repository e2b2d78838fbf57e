import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files that are there and were added or changed since `base` and HEAD parted: committed, staged, not staged or new.
 * Shape: paths below `root`, sorted. Errors: git knows no `base`.
 *
 * @param {string} root The top folder of a repository.
 * @param {string} base
 * @returns {string[]}
 */
export function listChangedFiles(root, base) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const split = (list) => list.split('\0').filter((path) => path !== '');
  const since = git('merge-base', base, 'HEAD').trim();
  const changed = split(git('diff', '--name-only', '--no-renames', '-z', since));
  const added = split(git('ls-files', '--others', '--exclude-standard', '-z'));
  // A file that was taken out of the index, and not deleted, is in both lists.
  const all = new Set([...changed, ...added]);
  return [...all].filter((path) => existsSync(join(root, path))).sort((one, other) => (one < other ? -1 : 1));
}

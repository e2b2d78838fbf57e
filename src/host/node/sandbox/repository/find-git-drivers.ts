import { join } from 'node:path';
import type { GitSetting } from '../environment/quiet-git.js';
import { findEnclosing } from './git-folders.js';
import { mayMatch } from './may-match.js';
import { readRepositorySettings } from './read-settings.js';

// Most repositories name no driver, and git need not be asked.
const MAY_NAME_DRIVERS = /\[\s*(?:diff|filter|merge|include)/i;
const EXTERNAL_DIFF = /^diff\.(?:external|.*\.command)$/s;
const TEXTCONV = /^diff\..*\.textconv$/s;
const FILTER = /^filter\..*\.(?:clean|smudge|process)$/s;
const REQUIRED = /^filter\..*\.required$/s;
const OTHERS = /^(?:pager\..*|diff\.tool|sequence\.editor)$/s;

// What git shows for a file when it is not told to run a program for that. It gives two files and five other words.
const PLAIN_DIFF = 'f() { diff -u --label "a/$1" --label "b/$1" "$2" "$5"; true; }; f';

/**
 * Settings with which git runs none of the drivers that the repository around a folder names: diffs are plain, text is
 * not converted, filters let through what is there. An empty setting will not do for diffs: git fails on it.
 * `findGit` is called, and git asked, when the settings have such a section. Cost: two processes then.
 */
export async function findGitDrivers(
  folder: string,
  findGit: () => string | undefined,
): Promise<readonly GitSetting[]> {
  const repository = findEnclosing(folder);
  if (repository === undefined) return [];
  const files = [join(repository.commonFolder, 'config'), join(repository.gitFolder, 'config.worktree')];
  if (!files.some((file) => mayMatch(file, MAY_NAME_DRIVERS))) return [];
  const git = findGit();
  if (git === undefined) return [];
  const settings = await readRepositorySettings(git, folder);
  return settings.flatMap(({ name }): readonly GitSetting[] => {
    if (EXTERNAL_DIFF.test(name)) return [[name, PLAIN_DIFF]];
    if (TEXTCONV.test(name)) return [[name, 'cat']];
    if (FILTER.test(name)) return [[name, '']];
    if (REQUIRED.test(name)) return [[name, 'false']];
    return OTHERS.test(name) ? [[name, 'cat']] : [];
  });
}

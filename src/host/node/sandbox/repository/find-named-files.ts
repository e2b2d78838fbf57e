import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isInside } from '../../../../actors/tools/gate/is-inside.js';
import { followDangling } from './follow-dangling.js';
import type { Repository } from './git-folders.js';
import { isHarmlessSetting } from './harmless-settings.js';
import { mayMatch } from './may-match.js';
import { readSettingsWithOrigins, type RepositorySetting } from './read-settings.js';

/** Files to which the settings of a repository lead git, as far as commands can write to them. */
interface NamedFiles {
  /** Files that settings include. Shape: absolute paths, which may not exist. */
  readonly included: readonly string[];
  /** Programs that git runs. Shape: absolute paths as settings name them, which may not exist. */
  readonly programs: readonly string[];
  /** Whether attributes can make git run a program. */
  readonly hasDrivers: boolean;
}

interface NamingOptions {
  readonly git: string;
  /** Folders that commands can write to. */
  readonly folders: readonly string[];
  /** Settings that hold in every repository. */
  readonly common: readonly RepositorySetting[];
}

// Most repositories name nothing of this kind, and git need not be asked.
const MAY_NAME_FILES = /=/;
const INCLUDE = /^include(?:if\..*)?\.path$/s;
const DRIVER = /^(?:filter\..*\.(?:clean|smudge|process)|diff\..*\.(?:textconv|command)|merge\..*\.driver)$/s;
const ALIAS = /^alias\./s;

/** What settings name in folders that commands can write to. Cost: two processes for a repository with settings of its own. */
export async function findNamedFiles(
  { marker, gitFolder, commonFolder }: Repository,
  { git, folders, common }: NamingOptions,
): Promise<NamedFiles> {
  const files = [join(commonFolder, 'config'), join(gitFolder, 'config.worktree')].filter((file) =>
    mayMatch(file, MAY_NAME_FILES),
  );
  const tree = dirname(marker);
  const own = (await Promise.all(files.map((file) => readSettingsWithOrigins(git, file)))).flat();
  const isWritable = (path: string): boolean => folders.some((folder) => isInside(folder, path));
  const included = own
    .filter(({ name }) => INCLUDE.test(name))
    .map(({ origin, value }) => resolve(dirname(origin), value));
  return {
    included: [...new Set(included)].filter(isWritable),
    programs: listNamedPrograms([...own, ...common], tree, isWritable),
    hasDrivers: own.some(({ name }) => DRIVER.test(name)),
  };
}

/**
 * The paths among the words of settings that may be commands, which git runs at the top of a work tree: files, and what has a
 * slash and could become one.
 */
function listNamedPrograms(
  settings: readonly RepositorySetting[],
  tree: string,
  isWritable: (path: string) => boolean,
): readonly string[] {
  const values = new Set(settings.filter(mayBeCommand).map(({ value }) => value));
  const words = [...values].flatMap((value) => [value, ...value.split(/[\s'"!;&|()<>=,]+/)]);
  return [...new Set(words)].flatMap((word) => {
    if (word === '' || word.startsWith('-') || word.includes('\0')) return [];
    const path = resolve(tree, word);
    const isFile = statSync(path, { throwIfNoEntry: false })?.isFile();
    if (isFile ?? word.includes('/'))
      return [path, followDangling(path) ?? path].some(isWritable) ? [path] : [];
    return [];
  });
}

function mayBeCommand({ name, value }: RepositorySetting): boolean {
  if (INCLUDE.test(name)) return false;
  // Other aliases are git's own words.
  return ALIAS.test(name) ? value.startsWith('!') : !isHarmlessSetting(name, value);
}

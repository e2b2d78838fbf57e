import { statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isInside } from '../../../../actors/runtime/paths/is-inside.js';
import { followDangling } from './follow-dangling.js';
import type { Repository } from './git-folders.js';
import { isHarmlessSetting } from './harmless-settings.js';
import { mayMatch } from './may-match.js';
import { type PlacedSetting, readSettingsWithOrigins } from './read-settings.js';

/** Files to which the settings that hold in a repository lead git, as far as commands can write to them. */
interface NamedFiles {
  /** Files that settings include, and those that are copied into new repositories. Shape: paths, which may not exist. */
  readonly included: readonly string[];
  /** Folders of hooks. Shape: as `included`. */
  readonly hookFolders: readonly string[];
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
  readonly common: readonly PlacedSetting[];
  readonly home: string | undefined;
}

// Most repositories name nothing of this kind, and git need not be asked.
const MAY_NAME_FILES = /=/;
const INCLUDE = /^include(?:if\..*)?\.path$/s;
const TEMPLATE = 'init.templatedir';
const HOOKS = 'core.hookspath';
const DRIVER = /^(?:filter\..*\.(?:clean|smudge|process)|diff\..*\.(?:textconv|command)|merge\..*\.driver)$/s;
const ALIAS = /^alias\./s;
// How a setting, or the shell that runs it, spells the home folder in front of a path.
const HOME = /^(?:~|\$HOME|\$\{HOME\})(?=\/)/;

/** What settings name in folders that commands can write to. Cost: two processes for a repository with settings of its own. */
export async function findNamedFiles(
  { marker, gitFolder, commonFolder }: Repository,
  { git, folders, common, home = '~' }: NamingOptions,
): Promise<NamedFiles> {
  const files = [join(commonFolder, 'config'), join(gitFolder, 'config.worktree')].filter((file) =>
    mayMatch(file, MAY_NAME_FILES),
  );
  const tree = dirname(marker);
  const own = (await Promise.all(files.map((file) => readSettingsWithOrigins(git, file)))).flat();
  const all = [...own, ...common];
  const isWritable = (path: string): boolean =>
    [path, followDangling(path) ?? path].some((at) => folders.some((folder) => isInside(folder, at)));
  const pathOf = (value: string, base: string): string =>
    resolve(
      base,
      value.replace(HOME, () => home),
    );
  const valuesOf = (name: string, base: string): readonly string[] =>
    all.filter((setting) => setting.name === name).map(({ value }) => pathOf(value, base));
  const templates = valuesOf(TEMPLATE, tree);
  const included = all
    .filter(({ name }) => INCLUDE.test(name))
    .map(({ origin, value }) => pathOf(value, dirname(origin)));
  const hooks = [...valuesOf(HOOKS, tree), ...templates.map((folder) => join(folder, 'hooks'))];
  return {
    included: [...new Set([...included, ...templates.map((folder) => join(folder, 'config'))])].filter(
      isWritable,
    ),
    hookFolders: [...new Set(hooks)].filter(isWritable),
    programs: listNamedPrograms(all, (word) => pathOf(word, tree)).filter(isWritable),
    hasDrivers: own.some(({ name }) => DRIVER.test(name)),
  };
}

/**
 * The paths among the words of settings that may be commands, which git runs at the top of a work tree: files, and what has a
 * slash and could become one.
 */
function listNamedPrograms(
  settings: readonly PlacedSetting[],
  pathOf: (word: string) => string,
): readonly string[] {
  const values = new Set(settings.filter(mayBeCommand).map(({ value }) => value));
  const words = [...values].flatMap((value) => [value, ...value.split(/[\s'"!;&|()<>=,]+/)]);
  return [...new Set(words)].flatMap((word) => {
    if (word === '' || word.startsWith('-') || word.includes('\0')) return [];
    const path = pathOf(word);
    const isFile = statSync(path, { throwIfNoEntry: false })?.isFile();
    return (isFile ?? word.includes('/')) ? [path] : [];
  });
}

function mayBeCommand({ name, value }: PlacedSetting): boolean {
  if (INCLUDE.test(name) || name === TEMPLATE || name === HOOKS) return false;
  // Other aliases are git's own words.
  return ALIAS.test(name) ? value.startsWith('!') : !isHarmlessSetting(name, value);
}

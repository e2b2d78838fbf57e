import { realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isInside } from '../../../../actors/tools/gate/is-inside.js';
import type { Repository } from './git-folders.js';
import { mayMatch } from './may-match.js';
import { readSettingsWithOrigins } from './read-settings.js';

/** Files of the roots to which the settings of a repository lead git. */
interface NamedFiles {
  /** Files that settings include. Shape: absolute paths, which may not exist. */
  readonly included: readonly string[];
  /** Programs of the roots that git runs. Shape: paths that exist, with links resolved. */
  readonly programs: readonly string[];
  /** Whether attributes can make git run a program. */
  readonly hasDrivers: boolean;
}

// Most repositories name nothing of this kind, and git need not be asked.
const MAY_NAME_FILES = /\[\s*(?:include|filter|diff|merge)|fsmonitor|command|program|alias/i;
const INCLUDE = /^include(?:if\..*)?\.path$/s;
const DRIVER = /^(?:filter\..*\.(?:clean|smudge|process)|diff\..*\.(?:textconv|command)|merge\..*\.driver)$/s;
// Settings whose values are commands.
const COMMAND =
  /^(?:core\.(?:fsmonitor|editor|pager|sshcommand|askpass)|diff\.external|credential\..*|gpg\..*program|alias\..*|sequence\.editor|pager\..*)$/s;

/** What the settings of a repository name inside of the roots. Cost: two processes when they may name something. */
export async function findNamedFiles(
  git: string,
  { marker, gitFolder, commonFolder }: Repository,
  roots: readonly string[],
): Promise<NamedFiles> {
  const files = [join(commonFolder, 'config'), join(gitFolder, 'config.worktree')];
  if (!files.some((file) => mayMatch(file, MAY_NAME_FILES)))
    return { included: [], programs: [], hasDrivers: false };
  const tree = dirname(marker);
  const settings = (await Promise.all(files.map((file) => readSettingsWithOrigins(git, file)))).flat();
  const isOfRoots = (path: string): boolean => roots.some((root) => isInside(root, path));
  const included = settings
    .filter(({ name }) => INCLUDE.test(name))
    .map(({ origin, value }) => resolve(dirname(origin), value));
  const drivers = settings.filter(({ name }) => DRIVER.test(name));
  const programs = [...drivers, ...settings.filter(({ name }) => COMMAND.test(name))].flatMap(({ value }) =>
    listFiles(value, tree),
  );
  return {
    included: [...new Set(included)].filter(isOfRoots),
    programs: [...new Set(programs)].filter(isOfRoots),
    hasDrivers: drivers.length > 0,
  };
}

/** The files among the words of a command, which git runs at the top of the work tree. */
function listFiles(command: string, tree: string): readonly string[] {
  return command.split(/[\s'"!;&|]+/).flatMap((word) => {
    try {
      const path = realpathSync(isAbsolute(word) ? word : resolve(tree, word));
      return word !== '' && statSync(path).isFile() ? [path] : [];
    } catch {
      // It is no file.
      return [];
    }
  });
}

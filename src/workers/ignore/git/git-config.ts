import { dirname, join, resolve } from 'node:path';
import { findHomeFolder } from '../../disk/home-folder.js';
import type { Environment } from './git-environment.js';

/** What git's configuration says about ignored files, and the files that say so. */
interface GitConfig {
  /** `core.excludesFile` as written; `undefined` when it is not set. */
  readonly excludesFile: string | undefined;
  /** The same without the root repository's own configuration: it applies in repositories below the root. */
  readonly nestedExcludesFile: string | undefined;
  readonly ignoreCase: boolean;
  /** The files that git read, those that they include, and before them the standard places. */
  readonly files: readonly string[];
}

/** Where git looks for a repository's configuration. */
interface ConfigPlaces {
  /** The directory that relative file names in git's output start from. */
  readonly top: string;
  /** The repository's own configuration file; `undefined` outside of any repository. */
  readonly repositoryConfig?: string;
  readonly env: Environment;
}

// Paths that only `git config` can expand: another user's home, git's own directory, a file that may be missing.
export const EXPANDED_BY_GIT = /^(?:~[^/]|%\(|:\()/;

// An untrusted repository may include any number of files, and each is checked on every comparison.
const MAX_FILES = 128;

// Every included file is watched, whether or not its condition holds now.
const INCLUDE = /^include(?:if\..*)?\.path$/s;

/**
 * Reads the output of `git config --list --show-origin -z`: the last value of a setting wins, and files come in the
 * order system, global, repository, command line.
 */
export function parseGitConfig(output: string, { top, repositoryConfig, env }: ConfigPlaces): GitConfig {
  const files = new Set(standardFiles(env));
  let excludesFile: string | undefined;
  let nestedExcludesFile: string | undefined;
  let ignoreCase = false;
  let isFromRepository = false;
  const fields = output.split('\0');
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const origin = fields[at]!;
    const file = origin.startsWith('file:') ? resolve(top, origin.slice('file:'.length)) : undefined;
    if (file !== undefined) files.add(file);
    // Files that the repository's configuration includes come after it.
    if (file !== undefined && file === repositoryConfig) isFromRepository = true;
    else if (origin.startsWith('command line:')) isFromRepository = false;
    const { key, value } = settingOf(fields[at + 1]!);
    if (key === 'core.excludesfile') {
      excludesFile = value ?? '';
      if (!isFromRepository) nestedExcludesFile = excludesFile;
    } else if (key === 'core.ignorecase') {
      // A key without a value means true.
      ignoreCase = value === undefined || isTrue(value);
    } else if (value !== undefined && INCLUDE.test(key) && !EXPANDED_BY_GIT.test(value)) {
      files.add(resolve(file === undefined ? top : dirname(file), expandHome(value, env)));
    }
  }
  return { excludesFile, nestedExcludesFile, ignoreCase, files: [...files].slice(0, MAX_FILES) };
}

/** The path of the excludes file that `core.excludesFile` names; `''` when it is set to none. */
export function excludesPathOf(excludesFile: string | undefined, env: Environment): string {
  return excludesFile === undefined ? join(configHome(env), 'git', 'ignore') : expandHome(excludesFile, env);
}

/** The standard places of the global and the system configuration. */
function standardFiles(env: Environment): string[] {
  const { GIT_CONFIG_GLOBAL: global, GIT_CONFIG_SYSTEM: system, GIT_CONFIG_NOSYSTEM: isWithoutSystem } = env;
  const ofPerson =
    global === undefined
      ? [join(configHome(env), 'git', 'config'), join(homeOf(env), '.gitconfig')]
      : [global];
  // A git built with another system path names it as an origin as soon as that file has an entry.
  const ofMachine = isTrue(isWithoutSystem ?? '') ? [] : [system ?? '/etc/gitconfig'];
  return [...ofPerson, ...ofMachine].filter((path) => path !== '').map((path) => resolve(path));
}

function settingOf(field: string): { key: string; value: string | undefined } {
  const end = field.indexOf('\n');
  if (end === -1) return { key: field, value: undefined };
  return { key: field.slice(0, end), value: field.slice(end + 1) };
}

function isTrue(value: string): boolean {
  return /^(?:true|yes|on|[+-]?0*[1-9]\d*[kmg]?)$/i.test(value);
}

function expandHome(path: string, env: Environment): string {
  return path.replace(/^~(?=\/|$)/, () => homeOf(env));
}

function configHome(env: Environment): string {
  return env['XDG_CONFIG_HOME'] || join(homeOf(env), '.config');
}

function homeOf(env: Environment): string {
  // Where nothing says where it is, containers have it at the root.
  return env['HOME'] ?? findHomeFolder() ?? '/';
}

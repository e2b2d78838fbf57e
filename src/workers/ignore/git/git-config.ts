import { homedir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Environment } from './run-git.js';

/** What git's configuration says of ignored files, and where it says so. */
export interface GitConfig {
  /** `core.excludesFile` as it is written; `undefined` when it is not set. */
  readonly excludesFile: string | undefined;
  /** The same without what the repository's own configuration says: it holds in the repositories below. */
  readonly nestedExcludesFile: string | undefined;
  readonly ignoreCase: boolean;
  /** The files that were read, those that they include, and the first of them that were found by their fixed places. */
  readonly files: readonly string[];
}

/** Where git looks for what belongs to a repository. */
interface ConfigPlaces {
  /** What relative origins start from. */
  readonly top: string;
  /** The configuration that belongs to the repository alone; `undefined` outside of any. */
  readonly repositoryConfig?: string;
  readonly env: Environment;
}

// What `git config` must expand itself: another person's home, its own directory, a file that may be missing.
export const EXPANDED_BY_GIT = /^(?:~[^/]|%\(|:\()/;

// A stranger's repository may include any number of files, and each is looked at again and again.
const MAX_FILES = 128;

// Everything about an included file is watched, whether or not its condition holds now.
const INCLUDE = /^include(?:if\..*)?\.path$/s;

/**
 * Reads what `git config --list --show-origin -z` prints: of each setting the last word counts, and files come in the
 * order machine, person, repository, process.
 */
export function parseGitConfig(output: string, { top, repositoryConfig, env }: ConfigPlaces): GitConfig {
  const files = new Set(standardFiles(env));
  let excludesFile: string | undefined;
  let nestedExcludesFile: string | undefined;
  let ignoreCase = false;
  let isRepositorys = false;
  const fields = output.split('\0');
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const origin = fields[at]!;
    const file = origin.startsWith('file:') ? resolve(top, origin.slice('file:'.length)) : undefined;
    if (file !== undefined) files.add(file);
    // What is included there follows it.
    if (file !== undefined && file === repositoryConfig) isRepositorys = true;
    else if (origin.startsWith('command line:')) isRepositorys = false;
    const { key, value } = settingOf(fields[at + 1]!);
    if (key === 'core.excludesfile') {
      excludesFile = value ?? '';
      if (!isRepositorys) nestedExcludesFile = excludesFile;
    } else if (key === 'core.ignorecase') {
      // A key alone is true.
      ignoreCase = value === undefined || isTrue(value);
    } else if (value !== undefined && INCLUDE.test(key) && !EXPANDED_BY_GIT.test(value)) {
      files.add(resolve(file === undefined ? top : dirname(file), expandHome(value, env)));
    }
  }
  return { excludesFile, nestedExcludesFile, ignoreCase, files: [...files].slice(0, MAX_FILES) };
}

/** Where an excludes file is, from what `core.excludesFile` says: `''` when there is to be none. */
export function excludesPathOf(excludesFile: string | undefined, env: Environment): string {
  return excludesFile === undefined ? join(configHome(env), 'git', 'ignore') : expandHome(excludesFile, env);
}

/** The files that hold a person's and a machine's configuration. */
function standardFiles(env: Environment): string[] {
  const { GIT_CONFIG_GLOBAL: global, GIT_CONFIG_SYSTEM: system, GIT_CONFIG_NOSYSTEM: isWithoutSystem } = env;
  const ofPerson =
    global === undefined
      ? [join(configHome(env), 'git', 'config'), join(homeOf(env), '.gitconfig')]
      : [global];
  // Where git was built for another place, its origin says so as soon as there is anything in it.
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
  return env['HOME'] ?? homedir();
}

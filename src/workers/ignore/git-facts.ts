import { constants, type PathLike } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import type { AbsPath, RelPath } from '../../actors/protocol/workspace.js';
import { runGit, type GitRun } from './run-git.js';

/** A `.gitignore` file above the root whose rules reach into it. */
export interface OuterRuleFile {
  /** Shape: from the repository's top on, `''` or ending in a slash. */
  readonly directory: string;
  readonly text: string;
}

/** What git knows of a root that its `.gitignore` files do not say. Plain data: it may cross a thread. */
export interface GitFacts {
  /** `null` when the root is in no repository that git will open. */
  readonly repository: { readonly top: AbsPath; readonly gitDirectory: AbsPath } | null;
  /** Where the root is in its repository. Shape: `''` at the top, else ending in a slash. */
  readonly prefix: string;
  /** The repository's `info/exclude`. */
  readonly infoExclude: string | null;
  /** The person's own excludes file. `null` outside a repository: there only `.gitignore` files count. */
  readonly globalExcludes: string | null;
  /** Shape: the repository's top first. */
  readonly outerRuleFiles: readonly OuterRuleFile[];
  /** git's `core.ignorecase`: whether rules match without regard to case. */
  readonly ignoreCase: boolean;
  /** Tracked files that an ignore rule matches: git shows them all the same. */
  readonly tracked: ReadonlySet<RelPath>;
  /** What could not be found out, as sentences. */
  readonly warnings: readonly string[];
}

/** The facts of a root without git. */
export const NO_GIT: GitFacts = {
  repository: null,
  prefix: '',
  infoExclude: null,
  globalExcludes: null,
  outerRuleFiles: [],
  ignoreCase: false,
  tracked: new Set(),
  warnings: [],
};

export interface GitFactsOptions {
  readonly signal?: AbortSignal;
  /** Default: the environment of this process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/**
 * Asks git about a root.
 * Errors: never rejects. Without git, or where git refuses (`safe.directory`), the facts are those of `NO_GIT` with a
 * warning; outside any repository and after a cancel they are `NO_GIT` itself.
 * Cost: five short processes, four of them side by side.
 * Source: SPEC W3.
 */
export async function readGitFacts(
  root: AbsPath,
  { signal, env = process.env }: GitFactsOptions = {},
): Promise<GitFacts> {
  const warnings: string[] = [];
  const git = (...args: string[]): Promise<GitRun> => runGit(args, root, env, signal);

  /** The file's text; `null` when there is none, or none that can be read. */
  const readText = async (path: PathLike, flag = constants.O_RDONLY): Promise<string | null> => {
    try {
      return await readFile(path, { encoding: 'utf8', flag, ...(signal && { signal }) });
    } catch (error) {
      if (!isMissing(error)) warnings.push(`${String(path)} was not read: ${messageOf(error)}`);
      return null;
    }
  };

  const place = await git('rev-parse', '--is-inside-work-tree', '--show-cdup', '--absolute-git-dir');
  if (place.exitCode !== 0) {
    if (signal?.aborted || /not a git repository \(or any/.test(place.problem)) return NO_GIT;
    return { ...NO_GIT, warnings: [`git could not be asked about ignored files: ${place.problem}`] };
  }
  const [isInside, up = '', ...gitDirectory] = place.output.slice(0, -1).split('\n');
  // Inside `.git` itself there is no work tree to have rules for.
  if (isInside !== 'true') return NO_GIT;
  const top = resolve(root, up);
  const prefix = relative(top, root)
    .split(sep)
    .map((name) => name && `${name}/`)
    .join('');

  const [infoExclude, globalExcludes, ignoreCase, tracked, outerRuleFiles] = await Promise.all([
    git('rev-parse', '--git-path', 'info/exclude').then(({ exitCode, output }) =>
      exitCode === 0 ? readText(resolve(root, output.slice(0, -1))) : null,
    ),
    git('config', '-z', '--type=path', '--get', 'core.excludesFile').then(({ exitCode, output }) => {
      if (exitCode !== 0) return readText(defaultExcludesFile(env));
      const path = output.slice(0, -1);
      // An empty path is how a person turns the default file off.
      return path === '' ? null : readText(resolve(top, path));
    }),
    git('config', '--type=bool', '--get', 'core.ignorecase').then(({ output }) => output === 'true\n'),
    git('ls-files', '-z', '-ci', '--exclude-standard').then(({ exitCode, output, problem }) => {
      if (exitCode !== 0) warnings.push(`git did not list the tracked files: ${problem}`);
      return new Set(output.split('\0').filter((path) => path !== '') as RelPath[]);
    }),
    Promise.all(
      directoriesAbove(prefix).map(async (directory) => {
        // git does not follow a `.gitignore` that is a symbolic link.
        const flag = constants.O_RDONLY | constants.O_NOFOLLOW;
        const text = await readText(join(top, directory, '.gitignore'), flag);
        return text === null ? [] : [{ directory, text }];
      }),
    ),
  ]);
  if (signal?.aborted) return NO_GIT;
  return {
    repository: { top: top as AbsPath, gitDirectory: resolve(gitDirectory.join('\n')) as AbsPath },
    prefix,
    infoExclude,
    globalExcludes,
    outerRuleFiles: outerRuleFiles.flat(),
    ignoreCase,
    tracked,
    warnings,
  };
}

/** From the repository's top down to the parent of the root. */
function directoriesAbove(prefix: string): string[] {
  const names = prefix.split('/').slice(0, -1);
  return names.map((_, depth) =>
    names
      .slice(0, depth)
      .map((name) => `${name}/`)
      .join(''),
  );
}

function defaultExcludesFile(env: Readonly<Record<string, string | undefined>>): string {
  const home = env['HOME'] ?? homedir();
  return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'git', 'ignore');
}

function isMissing(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOENT' || code === 'ENOTDIR';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

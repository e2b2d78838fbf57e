import { homedir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import type { AbsPath } from '../../actors/protocol/workspace.js';
import { breathe } from '../../actors/runtime/abort.js';
import { commonDirectoryOf } from './find-repository.js';
import { type GitContext, NO_GIT_CONTEXT } from './git-facts.js';
import { readSmallFile } from './read-small-file.js';
import { compileRuleFile } from './rule-file.js';
import { type Environment, type GitRun, runGit } from './run-git.js';

export interface AskGitOptions {
  readonly signal?: AbortSignal;
  /** Default: the environment of this process. */
  readonly env?: Environment;
}

// These two answers keep the first scan waiting. git gives them in 3 ms; longer, and a disk hangs.
const TIMEOUT_MS = 5_000;

// What `git config` must expand itself: another person's home, its own directory, a file that may be missing.
const EXPANDED_BY_GIT = /^(?:~[^/]|%\(|:\()/;

/**
 * What a walk of a root has to know of git before it starts.
 * Errors: those of `runGit`. Without git, or where git refuses (`safe.directory`), there is a warning and nothing else;
 * outside any repository what holds in those below the root; after a cancel nothing.
 * Cost: two short processes side by side, about 5 ms, and a few small files.
 * Source: SPEC W3.
 */
export async function readGitContext(
  root: AbsPath,
  { signal, env = process.env }: AskGitOptions = {},
): Promise<GitContext> {
  const git = (...args: string[]): Promise<GitRun> =>
    runGit(args, root, { env, timeoutMs: TIMEOUT_MS, ...(signal && { signal }) });
  const [place, config] = await Promise.all([
    git('rev-parse', '--is-inside-work-tree', '--show-cdup', '--absolute-git-dir'),
    // To start a process takes some ms of this thread: who asks it something meanwhile comes in between.
    breathe().then(() => git('config', '-z', '--get-regexp', '^core\\.(excludesfile|ignorecase)$')),
  ]);
  if (signal?.aborted) return NO_GIT_CONTEXT;
  const isOutside = /not a git repository \(or any/.test(place.problem);
  if (place.exitCode !== 0 && !isOutside) {
    return { ...NO_GIT_CONTEXT, warnings: [`git could not be asked about ignored files: ${place.problem}`] };
  }
  const [isInside, up = '', ...gitDirectories] = place.output.slice(0, -1).split('\n');
  const top = resolve(root, up);

  const warnings: string[] = [];
  const { excludesFile, ignoreCase } = settingsOf(config.output);
  const readText = (path: string, followsLinks = true): string | null => {
    try {
      const text = readSmallFile(path, followsLinks)?.text ?? null;
      // Who compiles it later has no way to say that it cannot be.
      if (text !== null) compileRuleFile(text, ignoreCase);
      return text;
    } catch (error) {
      warnings.push(`${path} was not read: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  };

  const isExpandedByGit = excludesFile !== undefined && EXPANDED_BY_GIT.test(excludesFile);
  const excludesPath = isExpandedByGit
    ? (await git('config', '-z', '--type=path', '--get', 'core.excludesFile')).output.slice(0, -1)
    : pathOf(excludesFile, env);
  // An empty path is how a person turns the default file off.
  const globalExcludes = excludesPath === '' ? null : readText(resolve(top, excludesPath));
  // Inside `.git` itself there is no work tree to have rules for.
  if (isInside !== 'true') return { ...NO_GIT_CONTEXT, globalExcludes, ignoreCase, warnings };

  const gitDirectory = resolve(gitDirectories.join('\n')) as AbsPath;
  const prefix = relative(top, root)
    .split(sep)
    .map((name) => name && `${name}/`)
    .join('');
  return {
    repository: { top: top as AbsPath, gitDirectory },
    prefix,
    infoExclude: readText(join(commonDirectoryOf(gitDirectory), 'info/exclude')),
    globalExcludes,
    outerRuleFiles: directoriesAbove(prefix).flatMap((directory) => {
      const text = readText(join(top, directory, '.gitignore'), false);
      return text === null ? [] : [{ directory, text }];
    }),
    ignoreCase,
    warnings,
  };
}

/** What `git config -z` says, the last word of each counting. */
function settingsOf(output: string): { excludesFile: string | undefined; ignoreCase: boolean } {
  let excludesFile: string | undefined;
  let ignoreCase = false;
  for (const line of output.split('\0')) {
    const valueStart = line.indexOf('\n') + 1;
    const value = line.slice(valueStart);
    if (line.startsWith('core.excludesfile\n')) excludesFile = value;
    // A key alone is true.
    else if (line.startsWith('core.ignorecase')) ignoreCase = valueStart === 0 || isTrue(value);
  }
  return { excludesFile, ignoreCase };
}

function isTrue(value: string): boolean {
  return /^(?:true|yes|on|[+-]?0*[1-9]\d*[kmg]?)$/i.test(value);
}

function pathOf(excludesFile: string | undefined, env: Environment): string {
  const home = env['HOME'] ?? homedir();
  if (excludesFile === undefined) {
    return join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'git', 'ignore');
  }
  return excludesFile.replace(/^~(?=\/|$)/, () => home);
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

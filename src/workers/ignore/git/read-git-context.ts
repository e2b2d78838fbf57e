import { dirname, join, relative, resolve, sep } from 'node:path';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { yieldToEventLoop } from '../../../actors/runtime/abort.js';
import { commonDirectoryOf, filesOfRepository, findRepository } from './find-repository.js';
import { directoriesAbove } from './directories-above.js';
import { EXPANDED_BY_GIT, excludesPathOf, parseGitConfig } from './git-config.js';
import { type GitContext, NO_GIT_CONTEXT } from './git-facts.js';
import { readSmallFile } from '../../disk/read-small-file.js';
import { compileRuleFile } from '../files/rule-file.js';
import { type Environment, type GitRun, runGit } from './run-git.js';

export interface AskGitOptions {
  readonly signal?: AbortSignal;
  /** Default: the environment of this process. */
  readonly env?: Environment;
}

// These two answers keep the first scan waiting. git gives them in 3 ms; longer, and a disk hangs.
const TIMEOUT_MS = 5_000;

/**
 * What a walk of a root has to know of git before it starts, and the files that say so.
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
  const [place, settings] = await Promise.all([
    git('rev-parse', '--is-inside-work-tree', '--show-cdup', '--absolute-git-dir'),
    // To start a process takes some ms of this thread: who asks it something meanwhile comes in between.
    yieldToEventLoop().then(() => git('config', '-z', '--list', '--show-origin')),
  ]);
  if (signal?.aborted) return NO_GIT_CONTEXT;
  const isAnswer = place.exitCode === 0;
  const [isInside, up = '', ...gitDirectories] = place.output.slice(0, -1).split('\n');
  const top = resolve(root, up);
  const gitDirectory = isAnswer ? (resolve(gitDirectories.join('\n')) as AbsPath) : undefined;
  const commonDirectory = gitDirectory === undefined ? undefined : commonDirectoryOf(gitDirectory);
  const repositoryConfig = commonDirectory === undefined ? undefined : join(commonDirectory, 'config');
  const config = parseGitConfig(settings.output, {
    top,
    env,
    ...(repositoryConfig === undefined ? {} : { repositoryConfig }),
  });
  const { ignoreCase } = config;
  const sourceFiles = new Set(config.files);
  for (const file of filesThatDecide({ root, top }, gitDirectory, commonDirectory)) sourceFiles.add(file);
  const isOutside = /not a git repository \(or any/.test(place.problem);
  if (!isAnswer && !isOutside) {
    return {
      ...NO_GIT_CONTEXT,
      sourceFiles: [...sourceFiles],
      warnings: [`git could not be asked about ignored files: ${place.problem}`],
    };
  }

  const warnings: string[] = [];
  const readText = (path: string, followsLinks = true): string | null => {
    sourceFiles.add(path);
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
  const readExcludes = async (
    excludesFile: string | undefined,
    ...scope: string[]
  ): Promise<string | null> => {
    const isExpandedByGit = excludesFile !== undefined && EXPANDED_BY_GIT.test(excludesFile);
    const path = isExpandedByGit
      ? (await git('config', ...scope, '-z', '--type=path', '--get', 'core.excludesFile')).output.slice(0, -1)
      : excludesPathOf(excludesFile, env);
    // An empty path is how a person turns the default file off.
    return path === '' ? null : readText(resolve(top, path));
  };

  const { excludesFile, nestedExcludesFile } = config;
  const globalExcludes = await readExcludes(excludesFile);
  const nestedExcludes =
    nestedExcludesFile === excludesFile
      ? globalExcludes
      : await readExcludes(nestedExcludesFile, '--global', '--includes');
  const everywhere = { nestedExcludes, ignoreCase, warnings };
  // Inside `.git` itself there is no work tree to have rules for.
  if (isInside !== 'true' || gitDirectory === undefined || commonDirectory === undefined) {
    return { ...NO_GIT_CONTEXT, ...everywhere, sourceFiles: [...sourceFiles] };
  }

  const prefix = relative(top, root)
    .split(sep)
    .map((name) => name && `${name}/`)
    .join('');
  const infoExclude = readText(join(commonDirectory, 'info/exclude'));
  const outerRuleFiles = directoriesAbove(prefix).flatMap((directory) => {
    const text = readText(join(top, directory, '.gitignore'), false);
    return text === null ? [] : [{ directory, text }];
  });
  return {
    ...everywhere,
    repository: { top: top as AbsPath, gitDirectory },
    prefix,
    infoExclude,
    globalExcludes,
    outerRuleFiles,
    sourceFiles: [...sourceFiles],
  };
}

/** The files and directories that decide in which repository a root is, if any, and how that is configured. */
function filesThatDecide(
  { root, top }: { readonly root: string; readonly top: string },
  gitDirectory?: string,
  commonDirectory?: string,
): string[] {
  if (gitDirectory !== undefined && commonDirectory !== undefined) {
    // A worktree or a submodule is led to its git directory by a file.
    const link = join(top, '.git');
    return [
      ...(link === gitDirectory ? [] : [link]),
      ...filesOfRepository({ gitDirectory, commonDirectory }),
      join(commonDirectory, 'config'),
      join(gitDirectory, 'config.worktree'),
    ];
  }
  // The root, or a directory above it, may become one; while it is made, it is none.
  const files: string[] = [];
  for (let directory = root; ; directory = dirname(directory)) {
    const candidate = join(directory, '.git');
    files.push(candidate);
    const found = findRepository(directory);
    if (found !== null) files.push(...found.sourceFiles, join(candidate, 'config'));
    if (dirname(directory) === directory) return files;
  }
}

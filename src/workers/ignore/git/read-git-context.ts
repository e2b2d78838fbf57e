import { dirname, join, relative, resolve, sep } from 'node:path';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { yieldToEventLoop } from '../../../actors/runtime/abort.js';
import { commonDirectoryOf, filesOfRepository, findRepository } from './find-repository.js';
import { directoriesAbove } from './directories-above.js';
import { EXPANDED_BY_GIT, excludesPathOf, parseGitConfig } from './git-config.js';
import { type GitContext, NO_GIT_CONTEXT } from './git-facts.js';
import { readSmallFile } from '../../disk/read-small-file.js';
import { compileRuleFile } from '../files/rule-file.js';
import type { Environment } from './git-environment.js';
import { type GitRun, runGit } from './run-git.js';

export interface AskGitOptions {
  readonly signal?: AbortSignal;
  /** Default: the environment of this process. */
  readonly env?: Environment;
}

// The first scan waits for these two commands. git takes 3 ms; a much longer run means a hanging disk.
const TIMEOUT_MS = 5_000;

/**
 * What the walk of a root needs to know from git, and the files that it was read from.
 * Errors: those of `runGit`. Without git, or where git refuses (`safe.directory`), the result holds only a warning;
 * outside any repository, only what applies in repositories below the root; after a cancel, nothing.
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
    // Starting a process blocks this thread for some ms: yielding lets it answer requests in between.
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
    ...omitUndefined({ repositoryConfig }),
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
      // Compiled here only to find errors: the later user of the rules cannot report them.
      if (text !== null) compileRuleFile(text, ignoreCase);
      return text;
    } catch (error) {
      warnings.push(`${path} was not read: ${messageOf(error)}`);
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
    // Users turn the default excludes file off with an empty path.
    return path === '' ? null : readText(resolve(top, path));
  };

  const { excludesFile, nestedExcludesFile } = config;
  const globalExcludes = await readExcludes(excludesFile);
  const nestedExcludes =
    nestedExcludesFile === excludesFile
      ? globalExcludes
      : await readExcludes(nestedExcludesFile, '--global', '--includes');
  const everywhere = { nestedExcludes, ignoreCase, warnings };
  // Inside `.git` itself there is no work tree for rules to apply to.
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

/** The files and directories that decide which repository a root is in, if any, and how it is configured. */
function filesThatDecide(
  { root, top }: { readonly root: string; readonly top: string },
  gitDirectory?: string,
  commonDirectory?: string,
): string[] {
  if (gitDirectory !== undefined && commonDirectory !== undefined) {
    // In a worktree or a submodule `.git` is a file that points to the git directory.
    const link = join(top, '.git');
    return [
      ...(link === gitDirectory ? [] : [link]),
      ...filesOfRepository({ gitDirectory, commonDirectory }),
      join(commonDirectory, 'config'),
      join(gitDirectory, 'config.worktree'),
    ];
  }
  // The root, or a directory above it, may become a repository later.
  const files: string[] = [];
  for (let directory = root; ; directory = dirname(directory)) {
    const candidate = join(directory, '.git');
    files.push(candidate);
    const found = findRepository(directory);
    if (found !== null) files.push(...found.sourceFiles, join(candidate, 'config'));
    if (dirname(directory) === directory) return files;
  }
}

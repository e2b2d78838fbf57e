import { existsSync, lstatSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { ToolExecutionError } from '../../../actors/protocol/errors.js';
import type { ProtectedPlace } from '../../../actors/approvals/protected/protected-places.js';
import { runGit } from '../../../workers/ignore/git/run-git.js';
import { followLinks } from '../follow-links.js';

// git answers in some milliseconds, and on a machine that swaps in some seconds; longer means a disk that hangs.
// Units: milliseconds.
const GIT_TIMEOUT_MS = 30_000;

interface AskOptions {
  readonly environment: NodeJS.ProcessEnv;
  readonly timeoutMs: number;
}

/**
 * The own folders of the repository around a folder, its folder of hooks, and the files elsewhere that hooks are links to.
 * git itself knows best which file of settings counts; this runs none of its programs.
 * Errors: `ToolExecutionError` when git did not answer: an edit must not be taken for one of an unprotected file for that.
 */
export async function findGitPlaces(
  folder: string,
  environment: NodeJS.ProcessEnv,
  timeoutMs = GIT_TIMEOUT_MS,
): Promise<readonly ProtectedPlace[]> {
  // Starting git takes longer than everything else that happens before an edit.
  if (!mayBeInRepository(folder)) return [];
  const args = [
    'rev-parse',
    '--path-format=absolute',
    '--git-path',
    'hooks',
    '--git-dir',
    '--git-common-dir',
  ];
  const output = await askGit(folder, args, { environment, timeoutMs });
  if (output === undefined) return withTargets(await readHooksPaths(folder, { environment, timeoutMs }));
  const [hooks, ...own] = output.split('\n').filter((line) => line !== '');
  return [
    ...own.map((path) => ({ path, kind: 'git folder' }) as const),
    ...(await withTargets(hooks === undefined ? [] : [hooks])),
  ];
}

/** Whether git's search for a repository, which goes up to the root of the disk, can find one. */
function mayBeInRepository(folder: string): boolean {
  for (let above = followLinks(folder); ; above = dirname(above)) {
    // Every bare repository has a HEAD.
    if (mayExist(join(above, '.git')) || mayExist(join(above, 'HEAD'))) return true;
    if (above === dirname(above)) return false;
  }
}

/** Whether something is at a path, even a link to nothing; git follows an old kind of HEAD by its text. */
function mayExist(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/**
 * The folders of hooks that a `.git` names although git refuses the repository: one file more or less makes git accept
 * it again.
 */
async function readHooksPaths(folder: string, options: AskOptions): Promise<readonly string[]> {
  const own = join(folder, '.git');
  if (!existsSync(join(own, 'config'))) return [join(own, 'hooks')];
  const args = [
    'config',
    '--file',
    join(own, 'config'),
    '--includes',
    '--type=path',
    '--null',
    '--get-all',
    'core.hooksPath',
  ];
  // In another folder: there git would read the repository's other settings first, and fail.
  const output = (await askGit(resolve('/'), args, options)) ?? '';
  const named = output.split('\0').filter((path) => path !== '');
  return [join(own, 'hooks'), ...named.map((path) => resolve(folder, path))];
}

/** Folders of hooks, and what the links in them lead to: git runs that. */
async function withTargets(folders: readonly string[]): Promise<readonly ProtectedPlace[]> {
  const paths = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
      const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => join(folder, name));
      return [folder, ...links].map(followLinks);
    }),
  );
  return paths.flat().map((path) => ({ path, kind: 'hooks' }));
}

/** What git prints; `undefined` when it fails. Errors: `ToolExecutionError` when it does not answer. */
async function askGit(
  folder: string,
  args: readonly string[],
  { environment, timeoutMs }: AskOptions,
): Promise<string | undefined> {
  const { exitCode, output, problem, isLate } = await runGit(args, folder, { env: environment, timeoutMs });
  if (isLate === true) {
    throw new ToolExecutionError(`git was asked what is protected in ${folder}, and ${problem}: try again.`, {
      tool: 'git',
    });
  }
  return exitCode === 0 ? output : undefined;
}

import { existsSync, lstatSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { ProtectedPlace } from '../../../actors/approvals/protected/protected-places.js';
import { runGit } from '../../../workers/ignore/git/run-git.js';
import { followLinks } from '../follow-links.js';

// git answers in some milliseconds. Units: milliseconds.
const GIT_TIMEOUT_MS = 5000;

/**
 * The own folders of the repository around a folder, its folder of hooks, and the files elsewhere that hooks are links to.
 * git itself knows best which file of settings counts; this runs none of its programs.
 */
export async function findGitPlaces(
  folder: string,
  environment: NodeJS.ProcessEnv,
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
  const output = await askGit(folder, args, environment);
  if (output === undefined) return withTargets(await readHooksPaths(folder, environment));
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
async function readHooksPaths(folder: string, environment: NodeJS.ProcessEnv): Promise<readonly string[]> {
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
  const output = (await askGit(resolve('/'), args, environment)) ?? '';
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

/** What git prints; `undefined` when it fails. */
async function askGit(
  folder: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): Promise<string | undefined> {
  const { exitCode, output } = await runGit(args, folder, { env: environment, timeoutMs: GIT_TIMEOUT_MS });
  return exitCode === 0 ? output : undefined;
}

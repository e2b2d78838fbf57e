import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommandGrants } from '../../../../actors/protocol/shell.js';
import { isInside } from '../../../../actors/runtime/paths/is-inside.js';
import type { Candidates } from '../protected/list-candidates.js';
import { findRepositories } from './find-repositories.js';
import { findNamedFiles } from './find-named-files.js';
import type { Repository } from './git-folders.js';
import { findHooksAround, findHookTargets } from './hook-targets.js';
import { lockRepositories, type RepositoryLocks } from './lock-repositories.js';
import { followDangling } from './follow-dangling.js';
import { readAllSettings, readHooksPath } from './read-settings.js';
import { RepositoryWatch } from './repository-watch.js';

export interface GuardOptions {
  readonly roots: readonly string[];
  readonly git: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly grants: CommandGrants;
  /** Folders besides the roots that commands and other programs can write to. */
  readonly temporaryFolders: readonly string[];
  /** Folders that commands alone write to. Default: none. */
  readonly ownFolders?: readonly string[];
}

/** What keeps one command of the working world from making git run its programs. */
interface RepositoryGuard {
  readonly locks: RepositoryLocks;
  /**
   * Undoes what the locks could not keep out, as far as the paths of the roots show it now, and resolves to a sentence for
   * each such thing.
   */
  repair(this: void, candidates: Candidates): Promise<readonly string[]>;
}

/**
 * Locks the repositories of the roots, and notices new ones. Cost: a process, and one for each root and each repository with
 * settings that name files.
 */
export async function guardRepositories(
  options: GuardOptions,
  listed: Promise<Candidates>,
): Promise<RepositoryGuard> {
  const { roots, git, grants } = options;
  const [candidates, hooksPaths] = await Promise.all([listed, findHookFolders(options)]);
  const found = findRepositories(roots, candidates);
  const named = await listNamed(options, found.repositories);
  const linked = found.repositories.flatMap(({ commonFolder }) => followLink(join(commonFolder, 'hooks')));
  const hookFolders = [...new Set([...hooksPaths, ...named.hookFolders, ...linked])].filter(
    // A workspace cannot be read-only as a whole because a setting names it.
    (folder) => !roots.some((root) => isInside(folder, root)),
  );
  const { writable, readOnly } = lockRepositories(found.repositories, roots, grants.mayWriteRepository);
  const ownHooks = found.repositories.map(({ commonFolder }) => join(commonFolder, 'hooks'));
  const targets = findHookTargets([...ownHooks, ...hookFolders], roots);
  const locks: RepositoryLocks = {
    writable,
    readOnly: [
      ...readOnly,
      ...hookFolders.filter((folder) => existsSync(folder)),
      ...named.locked,
      ...targets,
    ],
  };
  const watch =
    git === undefined
      ? undefined
      : await RepositoryWatch.start(
          {
            git,
            roots,
            hookFolders,
            settingsFiles: named.settingsFiles,
            programs: named.programs,
            // A folder around a locked file can be moved away: what git is led to is looked at all the same.
            locked: locks.readOnly.filter((path) => !named.locked.includes(path) && !targets.includes(path)),
          },
          found,
        );
  return {
    locks,
    repair: (now) => watch?.repair(findRepositories(roots, now)) ?? Promise.resolve([]),
  };
}

/** What the settings of repositories lead git to: files to lock, and files that a command could make. */
async function listNamed(
  { git, roots, temporaryFolders, environment }: GuardOptions,
  repositories: readonly Repository[],
): Promise<Record<'locked' | 'settingsFiles' | 'programs' | 'hookFolders', readonly string[]>> {
  if (git === undefined) return { locked: [], settingsFiles: [], programs: [], hookFolders: [] };
  const folders = [...roots, ...temporaryFolders];
  const common = (await Promise.all(roots.map((root) => readAllSettings(git, root, environment)))).flat();
  const found = await Promise.all(
    repositories.map(async (repository) => {
      const named = await findNamedFiles(repository, { git, folders, common, home: environment['HOME'] });
      // Attributes there say which of the drivers git runs, and for which files.
      const info = join(repository.commonFolder, 'info');
      return { ...named, attributes: named.hasDrivers && existsSync(info) ? [info] : [] };
    }),
  );
  const settingsFiles = found.flatMap(({ included }) => included);
  const programs = [...new Set(found.flatMap((named) => named.programs))];
  const existing = [...settingsFiles, ...programs].flatMap((path) =>
    existsSync(path) ? [realpathSync(path)] : [],
  );
  return {
    locked: [
      ...new Set([
        ...existing.filter((path) => !roots.some((root) => isInside(path, root))),
        ...found.flatMap(({ attributes }) => attributes),
      ]),
    ],
    settingsFiles,
    programs,
    hookFolders: found
      .flatMap(({ hookFolders }) => hookFolders)
      .flatMap((folder) => withSurroundings(folder, roots)),
  };
}

async function findHookFolders({ roots, git, environment }: GuardOptions): Promise<readonly string[]> {
  if (git === undefined) return [];
  const found = await Promise.all(
    roots.map(async (root) => {
      const path = await readHooksPath(git, root, environment);
      if (path === undefined) return [];
      // Relative to the top of the work tree, which is the root or lies above it.
      return withSurroundings(resolve(root, path), roots);
    }),
  );
  return [...new Set(found.flat())].filter((folder) => roots.some((root) => isInside(root, folder)));
}

/** A folder of hooks, where it is a link to, and the folder of the programs that its own run. */
function withSurroundings(folder: string, roots: readonly string[]): readonly string[] {
  const around = findHooksAround(folder, roots);
  return [folder, ...followLink(folder), ...(around === undefined ? [] : [around])];
}

/** Where a link leads, whether there is something or not. */
function followLink(path: string): readonly string[] {
  const led = followDangling(path);
  return led === undefined || led === path ? [] : [led];
}

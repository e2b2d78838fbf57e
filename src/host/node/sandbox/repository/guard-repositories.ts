import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { CommandGrants } from '../../../../actors/protocol/shell.js';
import { isInside } from '../../../../actors/tools/gate/is-inside.js';
import type { Candidates } from '../protected/list-candidates.js';
import { findRepositories } from './find-repositories.js';
import { findNamedFiles } from './find-named-files.js';
import { findEnclosing, type Repository } from './git-folders.js';
import { findHooksAround, findHookTargets } from './hook-targets.js';
import { lockRepositories, type RepositoryLocks } from './lock-repositories.js';
import { holdPlace } from './place-holders.js';
import { readHooksPath } from './read-settings.js';
import { RepositoryWatch } from './repository-watch.js';

export interface GuardOptions {
  readonly roots: readonly string[];
  readonly git: string | undefined;
  readonly environment: NodeJS.ProcessEnv;
  readonly grants: CommandGrants;
  /** Whether a lock needs something to lie on. Default: yes. */
  readonly holdsPlaces?: boolean;
}

/** What keeps one command of the working world from making git run its programs. */
interface RepositoryGuard {
  readonly locks: RepositoryLocks;
  /**
   * Undoes what the locks could not keep out, as far as the paths of the roots show it now, and resolves to a sentence for
   * each such thing.
   */
  repair(this: void, candidates: Candidates): Promise<readonly string[]>;
  /** Called when the command has ended. */
  release(this: void): void;
}

/**
 * Locks the repositories of the roots, and notices new ones. Where a root is in no repository, an empty `.git` holds its place
 * while the command runs, so that none can be made there; git does not take an empty folder for a repository.
 * Cost: a process.
 */
export async function guardRepositories(
  options: GuardOptions,
  listed: Promise<Candidates>,
): Promise<RepositoryGuard> {
  const { roots, git, grants, holdsPlaces = true } = options;
  const [candidates, hooksPaths] = await Promise.all([listed, findHookFolders(options)]);
  const found = findRepositories(roots, candidates);
  const linked = found.repositories.flatMap(({ commonFolder }) => followLink(join(commonFolder, 'hooks')));
  const hookFolders = [...new Set([...hooksPaths, ...linked])].filter(
    // A workspace cannot be read-only as a whole because a setting names it.
    (folder) => !roots.some((root) => isInside(folder, root)),
  );
  // Inside of a work tree, tools would take a `.git` for its top; there, as in other folders, new ones are noticed.
  const places =
    grants.mayWriteRepository || !holdsPlaces
      ? []
      : roots.filter((root) => findEnclosing(root) === undefined).map((root) => join(root, '.git'));
  const held = places.flatMap((path) => {
    const release = holdPlace(path);
    return release === undefined ? [] : [{ path, release }];
  });
  const { writable, readOnly } = lockRepositories(found.repositories, roots, grants.mayWriteRepository);
  const named = await listNamed(git, found.repositories, roots);
  const ownHooks = found.repositories.map(({ commonFolder }) => join(commonFolder, 'hooks'));
  const targets = findHookTargets([...ownHooks, ...hookFolders], roots);
  const locks: RepositoryLocks = {
    writable,
    readOnly: [
      ...readOnly,
      ...hookFolders.filter((folder) => existsSync(folder)),
      ...named.locked,
      ...targets,
      ...held.map(({ path }) => path),
    ],
  };
  const watch =
    git === undefined
      ? undefined
      : await RepositoryWatch.start(
          {
            git,
            hookFolders,
            settingsFiles: named.settingsFiles,
            // A folder around a locked file can be moved away: what git is led to is looked at all the same.
            locked: locks.readOnly.filter((path) => !named.locked.includes(path) && !targets.includes(path)),
          },
          found,
        );
  return {
    locks,
    repair: (now) => watch?.repair(findRepositories(roots, now)) ?? Promise.resolve([]),
    release() {
      for (const { release } of held) release();
    },
  };
}

/** What the settings of repositories lead git to: files to lock, and files that a command could make. */
async function listNamed(
  git: string | undefined,
  repositories: readonly Repository[],
  roots: readonly string[],
): Promise<{ readonly locked: readonly string[]; readonly settingsFiles: readonly string[] }> {
  if (git === undefined) return { locked: [], settingsFiles: [] };
  const found = await Promise.all(
    repositories.map(async (repository) => {
      const named = await findNamedFiles(git, repository, roots);
      // Attributes there say which of the drivers git runs, and for which files.
      const info = join(repository.commonFolder, 'info');
      return { ...named, attributes: named.hasDrivers && existsSync(info) ? [info] : [] };
    }),
  );
  const settingsFiles = found.flatMap(({ included }) => included);
  const existing = settingsFiles.filter((path) => existsSync(path)).map((path) => realpathSync(path));
  return {
    locked: [
      ...new Set([
        ...existing.filter((path) => !roots.some((root) => isInside(path, root))),
        ...found.flatMap(({ programs, attributes }) => [...programs, ...attributes]),
      ]),
    ],
    settingsFiles,
  };
}

async function findHookFolders({ roots, git, environment }: GuardOptions): Promise<readonly string[]> {
  if (git === undefined) return [];
  const found = await Promise.all(
    roots.map(async (root) => {
      const path = await readHooksPath(git, root, environment);
      if (path === undefined) return [];
      // Relative to the top of the work tree, which is the root or lies above it.
      const folder = resolve(root, path);
      const around = findHooksAround(folder, roots);
      return [folder, ...followLink(folder), ...(around === undefined ? [] : [around])];
    }),
  );
  return [...new Set(found.flat())].filter((folder) => roots.some((root) => isInside(root, folder)));
}

function followLink(path: string): readonly string[] {
  try {
    const real = realpathSync(path);
    return real === path ? [] : [real];
  } catch {
    return [];
  }
}

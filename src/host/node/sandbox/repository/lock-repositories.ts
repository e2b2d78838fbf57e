import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isInside } from '../../../../actors/runtime/paths/is-inside.js';
import { isAcknowledged, isRepository, type Repository } from './git-folders.js';
import { lstatIfReadable } from '../../../../workers/disk/lstat-if-readable.js';

/** What a command of the working world finds of repositories. Shape: paths that exist and are no links. */
export interface RepositoryLocks {
  /** Folders of repositories that can be written although they lie in none of the roots. */
  readonly writable: readonly string[];
  readonly readOnly: readonly string[];
}

// What decides which programs git runs, in the folder of a repository or of a submodule.
const LOCKED = ['config', 'config.worktree', 'commondir', 'gitdir', 'hooks'];
// Submodules have names with slashes. Units: folders.
const MAX_MODULE_DEPTH = 6;
const MAX_MODULES = 200;

/**
 * The locks of repositories. Without `mayWrite`, each of them is read-only as a whole. With it, commits, branches and the
 * index of those that contain a root or lie in one can be written, but not their settings and hooks.
 */
export function lockRepositories(
  repositories: readonly Repository[],
  roots: readonly string[],
  mayWrite: boolean,
): RepositoryLocks {
  const locks = { writable: new Set<string>(), readOnly: new Set<string>() };
  for (const repository of repositories) {
    const { marker, gitFolder, commonFolder } = repository;
    // A link cannot be a mount: `RepositoryWatch` notices when it is replaced.
    const lies = lstatIfReadable(marker);
    if (lies?.isFile() === true) locks.readOnly.add(marker);
    if (repository.isUnclear === true) continue;
    const folders = new Set([gitFolder, commonFolder]);
    if (!mayWrite || !isRepository(repository) || !isOfRoots(repository, roots)) {
      for (const folder of folders) locks.readOnly.add(folder);
      continue;
    }
    for (const folder of folders) locks.writable.add(folder);
    for (const folder of [...folders, ...listModules(commonFolder), ...listWorktrees(commonFolder)]) {
      for (const name of LOCKED) {
        const path = join(folder, name);
        if (isPlain(path)) locks.readOnly.add(path);
      }
    }
  }
  return { writable: [...locks.writable], readOnly: [...locks.readOnly] };
}

function isOfRoots(repository: Repository, roots: readonly string[]): boolean {
  const tree = dirname(repository.marker);
  const isNear = roots.some((root) => isInside(root, repository.marker) || isInside(tree, root));
  return (
    isNear &&
    (roots.some((root) => isInside(root, repository.commonFolder)) || isAcknowledged(repository, tree))
  );
}

/** The folders of submodules, which git keeps in the repository around them. */
export function listModules(commonFolder: string): readonly string[] {
  const modules: string[] = [];
  const open = [{ folder: join(commonFolder, 'modules'), depth: 0 }];
  for (let at = open.pop(); at !== undefined && modules.length < MAX_MODULES; at = open.pop()) {
    const { folder, depth } = at;
    const names = listFolders(folder);
    if (names.includes('objects')) {
      modules.push(folder);
      open.push({ folder: join(folder, 'modules'), depth: depth + 1 });
    } else if (depth < MAX_MODULE_DEPTH) {
      for (const item of names.map((name) => ({ folder: join(folder, name), depth: depth + 1 })))
        open.push(item);
    }
  }
  return modules;
}

/** The folders of linked work trees in the repository to which they belong. */
export function listWorktrees(commonFolder: string): readonly string[] {
  const folder = join(commonFolder, 'worktrees');
  return listFolders(folder).map((name) => join(folder, name));
}

/** The folders in a folder, which is no link itself. */
function listFolders(folder: string): readonly string[] {
  try {
    if (!lstatSync(folder).isDirectory()) return [];
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

function isPlain(path: string): boolean {
  const stat = lstatIfReadable(path);
  return stat?.isFile() === true || stat?.isDirectory() === true;
}

import { accessSync, constants, lstatSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readSmallFile } from '../../disk/read-small-file.js';

/** The git directories of a work tree. */
interface RepositoryPlace {
  /** The one that holds the index. */
  readonly gitDirectory: string;
  /** The one that holds what worktrees share, such as `info/exclude`; equal to `gitDirectory` for an ordinary clone. */
  readonly commonDirectory: string;
}

/** What git makes of a directory that has a `.git`. */
export interface RepositoryLookup {
  /** `null` where git sees no repository; `unreadable` where git cannot read it and assumes that there is one. */
  readonly place: RepositoryPlace | 'unreadable' | null;
  /** The files and directories that decide this, existing or not. A `.git` that is a directory is not among them. */
  readonly sourceFiles: readonly string[];
}

/**
 * The repository that starts in a directory: a clone, a worktree or a submodule, complete or not. `null` when the
 * directory has no `.git`. Runs no process and reads no configuration.
 * Cost: about 60 us; 5 us without a `.git`.
 * Source: git's `is_nonbare_repository_dir`
 */
export function findRepository(directory: string): RepositoryLookup | null {
  const path = `${directory}/.git`;
  const stats = statIfExists(path);
  if (stats === null) return null;
  if (stats.isDirectory()) return lookIn(path);
  const nothing = { place: null, sourceFiles: [path] };
  if (!stats.isFile()) return nothing;
  try {
    const target = /^gitdir: ([^]*?)[\r\n]*$/.exec(readSmallFile(path, true)?.text ?? '')?.[1];
    if (target === undefined || target === '') return nothing;
    const { place, sourceFiles } = lookIn(resolve(directory, target));
    return { place, sourceFiles: [path, ...sourceFiles] };
  } catch {
    return { place: 'unreadable', sourceFiles: [path] };
  }
}

/** The files and directories that make a git directory valid, existing or not. */
export function filesOfRepository({ gitDirectory, commonDirectory }: RepositoryPlace): string[] {
  return [
    join(gitDirectory, 'HEAD'),
    join(gitDirectory, 'commondir'),
    join(commonDirectory, 'objects'),
    join(commonDirectory, 'refs'),
  ];
}

/** The directory that all worktrees of a git directory share. */
export function commonDirectoryOf(gitDirectory: string): string {
  const text = readIfFile(join(gitDirectory, 'commondir'));
  return text === null ? gitDirectory : resolve(gitDirectory, text.replace(/[\r\n]+$/, ''));
}

function lookIn(gitDirectory: string): RepositoryLookup {
  const place = { gitDirectory, commonDirectory: commonDirectoryOf(gitDirectory) };
  const isOne =
    hasHead(join(gitDirectory, 'HEAD')) &&
    canEnter(join(place.commonDirectory, 'objects')) &&
    canEnter(join(place.commonDirectory, 'refs'));
  return { place: isOne ? place : null, sourceFiles: filesOfRepository(place) };
}

function hasHead(path: string): boolean {
  try {
    if (lstatSync(path).isSymbolicLink()) return readlinkSync(path).startsWith('refs/');
    const text = readIfFile(path) ?? '';
    return /^ref:\s*refs\//.test(text) || /^[0-9a-f]{40}/i.test(text);
  } catch {
    return false;
  }
}

function readIfFile(path: string): string | null {
  try {
    return readSmallFile(path, true)?.text ?? null;
  } catch {
    return null;
  }
}

function canEnter(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The stats of a `.git`, links followed; for a broken link those of the link. */
function statIfExists(path: string): Stats | null {
  return lookWith(statSync, path) ?? lookWith(lstatSync, path);
}

function lookWith(stat: typeof statSync, path: string): Stats | null {
  try {
    return stat(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

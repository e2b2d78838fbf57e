import { accessSync, constants, lstatSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readSmallFile } from './read-small-file.js';

/** Where git keeps what belongs to a directory with a `.git`. */
export interface RepositoryPlace {
  /** The index is here. */
  readonly gitDirectory: string;
  /** What worktrees share, `info/exclude` above all; the git directory itself when there are none. */
  readonly commonDirectory: string;
}

/**
 * Where the repository is that starts in a directory: a clone, a worktree, a submodule. `null` where git sees none,
 * whatever is called `.git` there; `unreadable` where git cannot tell and takes it for one.
 * Nothing is run, and no configuration is read.
 * Cost: about 60 us; 5 us without a `.git`.
 * Source: git's `is_nonbare_repository_dir`
 */
export function findRepository(directory: string): RepositoryPlace | 'unreadable' | null {
  const path = `${directory}/.git`;
  const stats = look(path);
  if (stats === null) return null;
  if (stats.isDirectory()) return placeOf(path);
  if (!stats.isFile()) return null;
  try {
    const target = /^gitdir: ([^]*?)[\r\n]*$/.exec(readSmallFile(path, true)?.text ?? '')?.[1];
    return target === undefined || target === '' ? null : placeOf(resolve(directory, target));
  } catch {
    return 'unreadable';
  }
}

/** Where git keeps what the worktrees of a git directory share. */
export function commonDirectoryOf(gitDirectory: string): string {
  const text = readIfFile(join(gitDirectory, 'commondir'));
  return text === null ? gitDirectory : resolve(gitDirectory, text.replace(/[\r\n]+$/, ''));
}

function placeOf(gitDirectory: string): RepositoryPlace | null {
  const commonDirectory = commonDirectoryOf(gitDirectory);
  const isOne =
    hasHead(join(gitDirectory, 'HEAD')) &&
    canEnter(join(commonDirectory, 'objects')) &&
    canEnter(join(commonDirectory, 'refs'));
  return isOne ? { gitDirectory, commonDirectory } : null;
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

function look(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

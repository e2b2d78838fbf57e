import { type BigIntStats } from 'node:fs';
import { lstat, readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errorCode } from '../../../../actors/protocol/errors/error-code.js';
import { listModules, listWorktrees } from './lock-repositories.js';
import type { Repository } from './git-folders.js';

/** A file that decides which programs git runs. */
export interface WatchedFile {
  /**
   * `target`: a file elsewhere to which a hook is a link. `program`: a file that a setting names. `todo`: the steps of a rebase.
   */
  readonly kind: 'settings' | 'hook' | 'target' | 'program' | 'todo' | 'pointer';
  /** Changes with the content, the mode and the identity of the file. */
  readonly stamp: string;
  /** The content, as far as it is kept to be put back. */
  readonly content?: Buffer;
  readonly mode: number;
  /** Identifies the file, whatever is written into it. */
  readonly identity: string;
  /** Identifies where it lies, by its folder: another one at the same path has another identity. */
  readonly place: string;
  /** Whether the file has more names, by which it can be written to. */
  readonly isLinked: boolean;
}

/** A repository at one time. */
export interface RepositoryState {
  readonly repository: Repository;
  /** Identifies the folder: another one in its place has another identity. */
  readonly identity: string;
  /** Shape: by path. */
  readonly files: ReadonlyMap<string, WatchedFile>;
}

// Settings and hooks that people write are shorter. Longer ones are noticed and not put back. Units: bytes.
const MAX_KEPT_BYTES = 1_000_000;

/** What there is now of the files of a repository that decide which programs git runs. */
export async function readState(repository: Repository): Promise<RepositoryState> {
  const { marker, gitFolder, commonFolder } = repository;
  const files = new Map<string, WatchedFile>();
  const add = async (path: string, kind: WatchedFile['kind']): Promise<void> => {
    const file = await readWatched(path, kind);
    if (file !== undefined) files.set(path, file);
  };
  const folders = [...new Set([gitFolder, commonFolder, ...listModules(commonFolder)])];
  // What else lies in those of linked work trees is locked, and new ones are git's own.
  const all = [...new Set([...folders, ...listWorktrees(commonFolder)])];
  await Promise.all([
    // A folder as the marker is known by its identity.
    add(marker, 'pointer'),
    ...folders.flatMap((folder) => [
      add(join(folder, 'config'), 'settings'),
      add(join(folder, 'commondir'), 'pointer'),
    ]),
    ...all.flatMap((folder) => [
      add(join(folder, 'config.worktree'), 'settings'),
      add(join(folder, 'rebase-merge/git-rebase-todo'), 'todo'),
    ]),
    ...folders.map((folder) => addHooks(join(folder, 'hooks'), files)),
  ]);
  return { repository, identity: await readIdentity(gitFolder), files };
}

/**
 * Adds the programs in a folder of hooks, by path, without the samples that git brings, and what links among them lead
 * to. A link in place of the folder is not followed: it is added itself.
 */
export async function addHooks(folder: string, files: Map<string, WatchedFile>): Promise<void> {
  const link = await readWatched(folder, 'pointer');
  if (link !== undefined) {
    files.set(folder, link);
    return;
  }
  const names = await listNames(folder, files);
  await Promise.all(
    names
      .filter((name) => !name.endsWith('.sample') && !name.endsWith('.disabled'))
      .map(async (name) => {
        const path = join(folder, name);
        const file = await readWatched(path, 'hook');
        if (file === undefined) return;
        files.set(path, file);
        const target = await realpath(path).catch(() => path);
        if (target !== path && !files.has(target)) await addFile(target, 'target', files);
      }),
  );
}

/** The names in a folder of hooks. One that hides them is added itself: git runs hooks in it all the same. */
async function listNames(folder: string, files: Map<string, WatchedFile>): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (errorCode(error) === 'EACCES')
      files.set(folder, { ...NO_FILE, kind: 'pointer', stamp: `hidden ${await readIdentity(folder)}` });
    return [];
  }
}

/** Adds a file, by path, if it exists. */
export async function addFile(
  path: string,
  kind: WatchedFile['kind'],
  files: Map<string, WatchedFile>,
): Promise<void> {
  const file = await readWatched(path, kind);
  if (file !== undefined) files.set(path, file);
}

const NO_FILE: Pick<WatchedFile, 'mode' | 'identity' | 'place' | 'isLinked'> = {
  mode: 0,
  identity: '',
  place: '',
  isLinked: false,
};

/** Adds the file that a setting names, by the path that stands there, with all that its links lead through. */
export async function addProgram(path: string, files: Map<string, WatchedFile>): Promise<void> {
  const real = await realpath(path).catch(() => undefined);
  const file = real === undefined ? undefined : await readWatched(real, 'program');
  if (real === undefined || file === undefined) return;
  const { content: _, ...facts } = file;
  files.set(path, { ...facts, stamp: `${real} ${file.stamp}`, place: `${real} ${file.place}` });
}

async function readWatched(path: string, kind: WatchedFile['kind']): Promise<WatchedFile | undefined> {
  try {
    const stat = await lstat(path, { bigint: true });
    if (stat.isDirectory()) return undefined;
    const facts = {
      kind,
      mode: Number(stat.mode & 0o777n),
      identity: identify(stat),
      place: await readIdentity(dirname(path)),
      isLinked: stat.nlink > 1n,
    };
    if (stat.isSymbolicLink()) return { ...facts, stamp: `link ${await readlink(path)}` };
    const stamp = describe(stat);
    if (!stat.isFile() || stat.size > MAX_KEPT_BYTES) return { ...facts, stamp };
    return { ...facts, stamp, content: await readFile(path) };
  } catch {
    return undefined;
  }
}

/** What identifies where a lock lies: the folder itself, or that of the file. */
export async function readLockPlace(path: string): Promise<string> {
  const stat = await lstat(path).catch(() => undefined);
  return await readIdentity(stat?.isDirectory() === true ? path : dirname(path));
}

async function readIdentity(folder: string): Promise<string> {
  const stat = await lstat(folder, { bigint: true }).catch(() => undefined);
  return stat === undefined ? '' : identify(stat);
}

function identify({ dev, ino, birthtimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${birthtimeNs}`;
}

function describe({ dev, ino, size, ctimeNs, mode }: BigIntStats): string {
  return [dev, ino, size, ctimeNs, mode].join(':');
}

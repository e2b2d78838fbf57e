import { type BigIntStats } from 'node:fs';
import { lstat, readdir, readFile, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { listModules } from './lock-repositories.js';
import type { Repository } from './git-folders.js';

/** A file that decides which programs git runs. */
export interface WatchedFile {
  /** `target`: a file elsewhere to which a hook is a link. */
  readonly kind: 'settings' | 'hook' | 'target' | 'pointer';
  /** Changes with the content, the mode and the identity of the file. */
  readonly stamp: string;
  /** The content, as far as it is kept to be put back. */
  readonly content?: Buffer;
  readonly mode: number;
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
  await Promise.all([
    // A folder as the marker is known by its identity.
    add(marker, 'pointer'),
    ...folders.flatMap((folder) => [
      add(join(folder, 'config'), 'settings'),
      add(join(folder, 'config.worktree'), 'settings'),
      add(join(folder, 'commondir'), 'pointer'),
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
  const names = await readdir(folder).catch(() => []);
  await Promise.all(
    names
      .filter((name) => !name.endsWith('.sample') && !name.endsWith('.disabled'))
      .map(async (name) => {
        const path = join(folder, name);
        const file = await readWatched(path, 'hook');
        if (file === undefined) return;
        files.set(path, file);
        const target = await realpath(path).catch(() => path);
        const led = target === path ? undefined : await readWatched(target, 'target');
        if (led !== undefined && !files.has(target)) files.set(target, led);
      }),
  );
}

/** Adds a settings file, by path, if it exists. */
export async function addSettings(path: string, files: Map<string, WatchedFile>): Promise<void> {
  const file = await readWatched(path, 'settings');
  if (file !== undefined) files.set(path, file);
}

async function readWatched(path: string, kind: WatchedFile['kind']): Promise<WatchedFile | undefined> {
  try {
    const stat = await lstat(path, { bigint: true });
    if (stat.isDirectory()) return undefined;
    const mode = Number(stat.mode & 0o777n);
    if (stat.isSymbolicLink()) return { kind, stamp: `link ${await readlink(path)}`, mode };
    const stamp = describe(stat);
    if (!stat.isFile() || stat.size > MAX_KEPT_BYTES) return { kind, stamp, mode };
    return { kind, stamp, mode, content: await readFile(path) };
  } catch {
    return undefined;
  }
}

async function readIdentity(folder: string): Promise<string> {
  const stat = await lstat(folder, { bigint: true }).catch(() => undefined);
  return stat === undefined ? '' : `${stat.dev}:${stat.ino}:${stat.birthtimeNs}`;
}

function describe({ dev, ino, size, ctimeNs, mode }: BigIntStats): string {
  return [dev, ino, size, ctimeNs, mode].join(':');
}

import { constants } from 'node:fs';
import { chmod, chown, lstat, mkdir, open, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileVersion } from '../../../../actors/protocol/file-version.js';
import type { FileContent, VersionReader } from '../version-reader.js';

/** An entry of a folder that is to be made. Shape: `path` is relative to the folder, with slashes. */
export interface TreeVersion {
  readonly path: string;
  readonly version: FileVersion;
}

const FLAGS = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
// A new entry may be as secret as the old one was, until it has its mode.
const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
// Setgid and the sticky bit come from the folder around a new one.
const SPECIAL_BITS = 0o7000;

/**
 * Makes a file or a symbolic link, synced. A file gets the owner of the entry at `like`, where that is possible.
 * Errors: `VersionLostError`; those of Node's `fs`.
 */
export async function stageVersion(
  path: string,
  version: Exclude<FileVersion, { kind: 'directory' }>,
  reader: VersionReader,
  like?: string,
): Promise<void> {
  if (version.kind === 'link') await symlink(version.target, path);
  else await stageContent(path, version, reader, like);
}

/** Makes a folder with everything in it, synced. Errors: `VersionLostError`; those of Node's `fs`. */
export async function stageTree(
  path: string,
  mode: number,
  entries: readonly TreeVersion[],
  reader: VersionReader,
): Promise<void> {
  const folders: { path: string; mode: number }[] = [{ path, mode }];
  await mkdir(path, PRIVATE_FOLDER);
  // A folder comes before what is in it.
  const ordered = [...entries].sort((a, b) => a.path.split('/').length - b.path.split('/').length);
  for (const { path: below, version } of ordered) {
    const place = join(path, below);
    if (version.kind !== 'directory') await stageVersion(place, version, reader);
    else {
      await mkdir(place, PRIVATE_FOLDER);
      folders.push({ path: place, mode: version.mode });
    }
  }
  // The innermost first: a folder that loses its write permission is whole by then.
  for (const folder of folders.reverse()) {
    await syncFolder(folder.path);
    const { mode: made } = await lstat(folder.path);
    await chmod(folder.path, (made & SPECIAL_BITS) | folder.mode);
  }
}

async function stageContent(
  path: string,
  version: FileContent,
  reader: VersionReader,
  like: string | undefined,
): Promise<void> {
  const handle = await open(path, FLAGS, PRIVATE_FILE);
  try {
    let position = 0;
    await reader.copy(version, {
      restart: async () => {
        if (position > 0) await handle.truncate(0);
        position = 0;
      },
      write: async (chunk) => {
        for (let at = 0; at < chunk.length;) {
          const { bytesWritten } = await handle.write(chunk, at, chunk.length - at, position);
          at += bytesWritten;
          position += bytesWritten;
        }
      },
    });
    const old = like === undefined ? undefined : await lstat(like).catch(() => undefined);
    // Before the mode, because changing the owner clears mode bits. Only root may give a file to another user.
    if (old !== undefined) await chown(path, old.uid, old.gid).catch(() => undefined);
    await chmod(path, version.mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders.
  const handle = await open(path, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

import { randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, futimesSync, openSync, readSync, type Stats } from 'node:fs';
import { open, readdir, realpath, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { AbsPath } from '../../actors/protocol/workspace.js';
import { type Cooperative, inSlices } from '../../actors/runtime/slices.js';
import { makeFolder } from '../disk/make-folder.js';
import { relPathInRoot } from '../disk/rel-path-in-root.js';

/** Limits for all files of one kind. The least recently used files are deleted. */
export interface CacheLimits {
  /** The file name extension of the kind. */
  readonly ending: string;
  readonly maxFiles: number;
  /** For all files of the kind together. */
  readonly maxBytes: number;
}

interface CacheFileOptions {
  /** Shared by all roots; created on demand. */
  readonly folder: string;
  /** The root that the file describes. The folder must not lie in it. */
  readonly root: AbsPath;
  /** The file name without its extension. */
  readonly name: string;
  readonly limits: CacheLimits;
}

const UNFINISHED_ENDING = '.part';
// Writing takes less than this, so an older unfinished file is abandoned.
const UNFINISHED_MS = 3_600_000;
// More than an index of twenty million files. A larger file was not written by Troupe.
const MAX_BYTES = 2 ** 31 - 1;
// Reading this much takes a millisecond, or two into fresh memory.
const READ_BYTES = 1 << 22;

/** A file in the person's cache folder, whose content can be computed again. */
export class CacheFile {
  readonly #options: CacheFileOptions;
  readonly #path: string;

  constructor(options: CacheFileOptions) {
    this.#options = options;
    this.#path = join(options.folder, options.name + options.limits.ending);
  }

  /** Reads what was written last; `undefined` when there is no readable file. Errors: never throws. */
  *read(): Cooperative<ArrayBuffer | undefined> {
    try {
      const fd = openSync(this.#path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      try {
        const stats = fstatSync(fd);
        if (!isOwn(stats) || stats.size > MAX_BYTES) return undefined;
        const file = yield* readWhole(fd, stats.size);
        noteUse(fd);
        return file;
      } finally {
        closeSync(fd);
      }
    } catch {
      return undefined;
    }
  }

  /**
   * Replaces the content atomically, and deletes the least recently used files beyond the limits.
   * Errors: those of `fs`; the unfinished file is deleted then.
   */
  async write(pieces: readonly Uint8Array[]): Promise<void> {
    const { folder, root, limits } = this.#options;
    await makeFolder(folder);
    if (relPathInRoot(root, await realpath(folder)) !== null) {
      throw new Error(`${folder} is in the folder whose index it is to keep.`);
    }
    const unfinished = `${this.#path}.${randomUUID()}${UNFINISHED_ENDING}`;
    try {
      const file = await open(unfinished, 'wx', 0o600);
      try {
        await file.writev(pieces);
      } finally {
        await file.close();
      }
      await rename(unfinished, this.#path);
    } catch (error) {
      await unlink(unfinished).catch(() => undefined);
      throw error;
    }
    await removeOld(folder, limits);
  }
}

/** Another user's file is never trusted, whatever its content. */
function isOwn(stats: Stats): boolean {
  return stats.isFile() && (process.getuid === undefined || stats.uid === process.getuid());
}

function* readWhole(fd: number, size: number): Cooperative<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  yield* inSlices(
    size,
    (_, to) => {
      for (let read = 1; at < to && read > 0; at += read) read = readSync(fd, bytes, at, to - at, at);
    },
    READ_BYTES,
  );
  return bytes.buffer;
}

/** Updates the time of last use, so that the cleanup keeps the file. */
function noteUse(fd: number): void {
  try {
    const now = new Date();
    futimesSync(fd, now, now);
  } catch {
    // The folder is read-only.
  }
}

async function removeOld(folder: string, { ending, maxFiles, maxBytes }: CacheLimits): Promise<void> {
  const kept: { path: string; usedMs: number; size: number }[] = [];
  for (const name of await readdir(folder)) {
    const isUnfinished = name.endsWith(UNFINISHED_ENDING);
    if (!isUnfinished && !name.endsWith(ending)) continue;
    const path = join(folder, name);
    const stats = await stat(path).catch(() => undefined);
    if (stats === undefined) continue;
    const { mtimeMs: usedMs, size } = stats;
    if (!isUnfinished) kept.push({ path, usedMs, size });
    else if (usedMs < Date.now() - UNFINISHED_MS) await unlink(path).catch(() => undefined);
  }
  kept.sort((one, other) => other.usedMs - one.usedMs);
  let bytes = 0;
  for (const [place, { path, size }] of kept.entries()) {
    if (place >= maxFiles || bytes + size > maxBytes) await unlink(path).catch(() => undefined);
    else bytes += size;
  }
}

import { randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, futimesSync, openSync, readSync, type Stats } from 'node:fs';
import { mkdir, open, readdir, realpath, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { AbsPath } from '../../actors/protocol/workspace.js';
import { type Cooperative, inSlices } from '../../actors/runtime/slices.js';
import { isAtOrBelow } from '../disk/is-at-or-below.js';

/** How much is kept of one kind of files. Those that were used last stay. */
export interface CacheLimits {
  /** Ends the names of all files of the kind. */
  readonly ending: string;
  readonly maxFiles: number;
  /** Of all of them together. */
  readonly maxBytes: number;
}

export interface CacheFileOptions {
  /** One for all roots; it is made when it is needed. */
  readonly folder: string;
  /** The root that the file is about: nothing is written into it. */
  readonly root: AbsPath;
  /** The name without its ending. */
  readonly name: string;
  readonly limits: CacheLimits;
}

const UNFINISHED_ENDING = '.part';
// No file takes as long to write.
const UNFINISHED_MS = 3_600_000;
// More than an index of twenty million files; a file of that size is not ours.
const MAX_BYTES = 2 ** 31 - 1;
// A millisecond, or two where the memory is new.
const READ_BYTES = 1 << 22;

/** A file of the person's cache folder: whatever is in it can be made anew. */
export class CacheFile {
  readonly #options: CacheFileOptions;
  readonly #path: string;

  constructor(options: CacheFileOptions) {
    this.#options = options;
    this.#path = join(options.folder, options.name + options.limits.ending);
  }

  /** What was written last; `undefined` when there is nothing that can be read. Errors: never throws. */
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
   * Puts other content in place of the one before, in one step, and removes the files that were used longest ago.
   * Errors: those of `fs`; nothing is left behind then.
   */
  async write(pieces: readonly Uint8Array[]): Promise<void> {
    const { folder, root, limits } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (isAtOrBelow(await realpath(folder), root)) {
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

/** A file of somebody else, whatever is in it, is not believed. */
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

/** So that it is not taken for one that nobody needs. */
function noteUse(fd: number): void {
  try {
    const now = new Date();
    futimesSync(fd, now, now);
  } catch {
    // A folder that may only be read.
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

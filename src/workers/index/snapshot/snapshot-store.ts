import { createHash, randomUUID } from 'node:crypto';
import { closeSync, constants, fstatSync, futimesSync, openSync, readSync, type Stats } from 'node:fs';
import { mkdir, open, readdir, realpath, rename, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { RootConfig } from '../../../actors/protocol/workspace.js';
import { leadsInto } from '../../disk/is-at-or-below.js';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from './snapshot-format.js';

// Some hundred megabytes for the largest, a few for most.
const MAX_KEPT = 20;
const ENDING = '.index';
const UNFINISHED_ENDING = '.part';
// No snapshot takes as long to write.
const UNFINISHED_MS = 3_600_000;
// More than an index of twenty million files; a file of that size is not ours.
const MAX_BYTES = 2 ** 31 - 1;

/** Where the snapshot of one root is on the disk. */
export class SnapshotStore {
  readonly #folder: string;
  readonly #root: string;
  readonly #subject: string;
  readonly #path: string;

  /** `folder` is one for all roots and configurations; it is made when it is needed. */
  constructor(folder: string, config: RootConfig) {
    const { path, corePatterns, ignorePatterns, useGitignore, memoryBudgetBytes = 0 } = config;
    this.#folder = folder;
    this.#root = path;
    this.#subject = JSON.stringify([path, corePatterns, ignorePatterns, useGitignore, memoryBudgetBytes]);
    const name = createHash('sha256').update(this.#subject).digest('hex').slice(0, 32);
    this.#path = join(folder, name + ENDING);
  }

  /**
   * What was written last; `undefined` when there is nothing that can be used.
   * Errors: never throws. Cost: 10 ms for 163,000 files.
   */
  read(): Snapshot | undefined {
    try {
      const fd = openSync(this.#path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
      try {
        const stats = fstatSync(fd);
        if (!isOwn(stats) || stats.size > MAX_BYTES) return undefined;
        const snapshot = decodeSnapshot(readWhole(fd, stats.size), this.#subject);
        if (snapshot !== undefined) noteUse(fd);
        return snapshot;
      } finally {
        closeSync(fd);
      }
    } catch {
      return undefined;
    }
  }

  /**
   * Puts a snapshot in place of the one before, in one step, and removes those that were used longest ago.
   * Errors: those of `fs`; nothing is left behind then.
   */
  async write(snapshot: Snapshot): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    if (leadsInto(await realpath(this.#folder), this.#root)) {
      throw new Error(`${this.#folder} is in the folder whose index it is to keep.`);
    }
    const unfinished = `${this.#path}.${randomUUID()}${UNFINISHED_ENDING}`;
    try {
      const file = await open(unfinished, 'wx', 0o600);
      try {
        await file.writev(encodeSnapshot(snapshot, this.#subject));
      } finally {
        await file.close();
      }
      await rename(unfinished, this.#path);
    } catch (error) {
      await unlink(unfinished).catch(() => undefined);
      throw error;
    }
    await removeOld(this.#folder);
  }
}

/** A file of somebody else, whatever is in it, is not believed. */
function isOwn(stats: Stats): boolean {
  return stats.isFile() && (process.getuid === undefined || stats.uid === process.getuid());
}

function readWhole(fd: number, size: number): ArrayBuffer {
  const bytes = new Uint8Array(size);
  let at = 0;
  while (at < size) {
    const read = readSync(fd, bytes, at, size - at, at);
    if (read === 0) break;
    at += read;
  }
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

async function removeOld(folder: string): Promise<void> {
  const kept: { path: string; usedMs: number }[] = [];
  for (const name of await readdir(folder)) {
    const isUnfinished = name.endsWith(UNFINISHED_ENDING);
    if (!isUnfinished && !name.endsWith(ENDING)) continue;
    const path = join(folder, name);
    const usedMs = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    );
    if (usedMs === undefined) continue;
    if (!isUnfinished) kept.push({ path, usedMs });
    else if (usedMs < Date.now() - UNFINISHED_MS) await unlink(path).catch(() => undefined);
  }
  kept.sort((one, other) => other.usedMs - one.usedMs);
  for (const { path } of kept.slice(MAX_KEPT)) await unlink(path).catch(() => undefined);
}

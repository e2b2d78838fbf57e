import type { Dirent } from 'node:fs';
import { opendir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ThreadId } from '../../../../actors/protocol/thread.js';
import { isMissingError } from '../../../../workers/disk/is-missing-error.js';
import { readingBreaks } from '../log/reading-breaks.js';

// Ids are names of files: one that leads to another folder is none.
const THREAD_ID = /^[\w-]{1,100}$/;

// What a library stores beside its threads.
const RESERVED: ReadonlySet<string> = new Set(['cache', 'trash', 'workspace']);

// A lock, or a draft of one: it says who writes, not what was written.
const LOCK = /\.lock(?:\.|$)/;

// Read in one go, which takes a fraction of a millisecond. Units: entries of a folder.
const ENTRIES_AT_ONCE = 256;

/** Whether a text may be the id of a thread in files. */
export function isStorableThreadId(text: string): text is ThreadId {
  return THREAD_ID.test(text) && !RESERVED.has(text);
}

/**
 * The threads of a folder with the names of their files and folders in it, in order: `<id>` and `<id>.*`. A folder that
 * does not exist has none. Yields to the event loop between its parts. Errors: those of the file system.
 */
export async function listThreadPaths(folder: string): Promise<ReadonlyMap<ThreadId, readonly string[]>> {
  const named = new Map<ThreadId, string[]>();
  const threads: ThreadId[] = [];
  for await (const entry of listFolder(folder)) {
    const [id = ''] = entry.name.split('.', 1);
    if (isStorableThreadId(id)) {
      const names = named.get(id);
      if (names === undefined) named.set(id, [entry.name]);
      else names.push(entry.name);
      if (entry.name === `${id}.jsonl` || (entry.name === id && entry.isDirectory())) threads.push(id);
    }
    if (readingBreaks.isDue) await readingBreaks.take();
  }
  return new Map(threads.sort().map((id) => [id, (named.get(id) ?? []).sort()]));
}

/** The entries of a folder; none for one that does not exist. Errors: those of the file system. */
async function* listFolder(folder: string): AsyncIterable<Dirent> {
  try {
    yield* await opendir(folder, { bufferSize: ENTRIES_AT_ONCE });
  } catch (error) {
    if (!isMissingError(error)) throw error;
  }
}

/** The files of a thread by name, with their sizes in bytes and the times of their last change. */
export type ThreadStamp = readonly (readonly [name: string, bytes: number, changedAt: number])[];

/** The stamp of the files that `names` stand for. What goes away meanwhile is left out. */
export async function stampPaths(folder: string, names: readonly string[]): Promise<ThreadStamp> {
  const stamps = await Promise.all(
    names.filter((name) => !LOCK.test(name)).map((name) => stampPath(folder, name)),
  );
  return stamps.flat().sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Units: bytes. */
export function sizeOfStamp(stamp: ThreadStamp): number {
  return stamp.reduce((sum, [, bytes]) => sum + bytes, 0);
}

async function stampPath(folder: string, name: string): Promise<ThreadStamp> {
  try {
    const found = await stat(join(folder, name));
    if (!found.isDirectory()) return [[name, found.size, found.mtimeMs]];
    return await stampPaths(
      folder,
      (await readdir(join(folder, name))).map((child) => `${name}/${child}`),
    );
  } catch {
    return [];
  }
}

/**
 * When the paths that `names` stand for were changed or moved, 0 for what is not there: who takes a thread away and brings it
 * back leaves its stamp as it was, and not these. Units: milliseconds since 1970.
 */
export async function listMoves(folder: string, names: readonly string[]): Promise<readonly number[]> {
  return Promise.all(
    names
      .filter((name) => !LOCK.test(name))
      .map(async (name) => (await stat(join(folder, name)).catch(() => undefined))?.ctimeMs ?? 0),
  );
}

/** Whether the files are as they were. */
export function isSameStamp(a: ThreadStamp, b: ThreadStamp): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

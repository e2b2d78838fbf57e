import { stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { ThreadId } from '../../../../actors/protocol/thread.js';
import { parseLogName, sealedNameOf } from './log-name.js';
import { listThreadFiles } from './thread-files.js';

/** What the files of a thread look like, for a cache of what is in them. */
export interface FileStamp {
  /** Below the folder of threads. */
  readonly name: string;
  /** Units: bytes. */
  readonly size: number;
  /** Units: milliseconds since 1970. */
  readonly mtimeMs: number;
}

/**
 * The stamps of a thread's files, in the order of their names. What is in them is the same as long as the stamps are equal.
 * Cost: a listing and a `stat` for each file. Errors: those of the file system.
 */
export async function stampThread(folder: string, thread: ThreadId): Promise<readonly FileStamp[]> {
  const names = await listThreadFiles(folder, thread);
  const stamps = names.map(async (name): Promise<readonly FileStamp[]> => {
    // A file that its writer has compressed meanwhile comes with the next listing.
    const found = await stat(join(folder, name)).catch(() => undefined);
    return found === undefined ? [] : [{ name, size: found.size, mtimeMs: found.mtimeMs }];
  });
  return (await Promise.all(stamps)).flat();
}

/**
 * The files that are shorter than they were, or gone: logs only grow, until a compressed one takes the place of a plain
 * one. Entries may have been lost where the logs themselves cannot tell.
 */
export function findShrunk(before: readonly FileStamp[], now: readonly FileStamp[]): readonly string[] {
  const sizes = new Map(now.map(({ name, size }) => [name, size]));
  return before.flatMap(({ name, size }) => {
    const isPlain = parseLogName(basename(name))?.isSealed === false;
    const isReplaced = isPlain && !sizes.has(name) && sizes.has(sealedNameOf(name));
    return isReplaced || (sizes.get(name) ?? -1) >= size ? [] : [name];
  });
}

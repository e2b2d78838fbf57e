import type { Dirent } from 'node:fs';
import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ThreadId } from '../../../../actors/protocol/thread.js';
import { isMissingError } from '../../../../workers/disk/is-missing-error.js';
import { parseLogName } from '../../threads/log/log-name.js';
import { PURGED } from '../../threads/library/trash.js';
import { isThreadId } from '../../../../actors/threads/ids/parse-thread-id.js';
import { isFirstFormat } from '../../threads/log/thread-files.js';

/** Where the files of a thread are. */
export interface FoundThread {
  /** The folder around those of the thread. */
  readonly folder: string;
  readonly id: ThreadId;
}

/** The threads below some folders. */
export interface FoundThreads {
  readonly threads: readonly FoundThread[];
  /** Files of entries that belong to no thread by their place. Shape: absolute. */
  readonly strays: readonly string[];
}

/**
 * All threads below the folders, at any depth: those of each workspace, archived ones, deleted ones that are in a trash,
 * and what a crash or another program has put beside them, but not what is being deleted for good. A folder that does not exist has none.
 * Errors: those of the file system, for a folder that cannot be listed.
 */
export async function findThreads(folders: readonly string[]): Promise<FoundThreads> {
  const threads = new Map<string, FoundThread>();
  const strays: string[] = [];
  const waiting: string[] = [];
  const known = new Set<string>();
  for (const folder of folders) await enter(folder);
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of await list(folder)) {
      const path = join(folder, entry.name);
      if (entry.name.endsWith(PURGED)) continue;
      // A person may have moved threads to another disk, and left a link.
      if (entry.isDirectory() || entry.isSymbolicLink()) await enter(path);
      else if (isFirstFormat(entry.name)) add(folder, entry.name.slice(0, -'.jsonl'.length), path);
      else if (parseLogName(entry.name) !== undefined) add(dirname(folder), basename(folder), path);
    }
  }
  return { threads: [...threads.values()], strays };

  async function enter(path: string): Promise<void> {
    const real = await realpath(path).catch(ifMissing);
    if (real === undefined || known.has(real)) return;
    known.add(real);
    waiting.push(real);
  }

  function add(folder: string, id: string, path: string): void {
    if (isThreadId(id)) threads.set(join(folder, id), { folder, id: id as ThreadId });
    else strays.push(path);
  }
}

async function list(folder: string): Promise<readonly Dirent[]> {
  return (await readdir(folder, { withFileTypes: true }).catch(ifMissing)) ?? [];
}

/** Errors: all others. */
function ifMissing(error: unknown): undefined {
  if (isMissingError(error)) return undefined;
  throw error;
}

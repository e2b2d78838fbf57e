import { type Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ThreadId } from '../../../../actors/protocol/thread.js';
import { isThreadId } from '../../../../actors/threads/ids/parse-thread-id.js';
import { isMissingError } from '../../../../workers/disk/is-missing-error.js';
import { parseLogName } from './log-name.js';

const FIRST_FORMAT = '.jsonl';

/** The files of a thread in a folder of threads, in the order of their names. Shape: names below the folder. */
export async function listThreadFiles(folder: string, thread: ThreadId): Promise<readonly string[]> {
  const names = await readdir(join(folder, thread)).catch(ignoreMissing);
  const logs = names.filter((name) => parseLogName(name) !== undefined).sort();
  const first = `${thread}${FIRST_FORMAT}`;
  const hasFirst = await stat(join(folder, first)).then(
    () => true,
    (error: unknown) => ignoreMissing(error).length > 0,
  );
  return [...(hasFirst ? [first] : []), ...logs.map((name) => join(thread, name))];
}

export function isFirstFormat(path: string): boolean {
  return path.endsWith(FIRST_FORMAT);
}

/** The threads that have a file in a folder. None for a folder that does not exist. Errors: those of the file system. */
export async function listThreadIds(folder: string): Promise<readonly ThreadId[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown): Dirent[] => {
    ignoreMissing(error);
    return [];
  });
  const ids = new Set<string>();
  for (const entry of entries) {
    if (entry.isDirectory()) ids.add(entry.name);
    else if (isFirstFormat(entry.name)) ids.add(entry.name.slice(0, -FIRST_FORMAT.length));
  }
  return [...ids].filter(isThreadId).sort() as ThreadId[];
}

/** No names for what does not exist. Errors: all others. */
function ignoreMissing(error: unknown): string[] {
  if (isMissingError(error)) return [];
  throw error;
}

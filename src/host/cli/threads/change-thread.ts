import { randomUUID } from 'node:crypto';
import { ThreadNotFoundError } from '../../../actors/protocol/errors.js';
import type { EntryBody, ThreadEntry, ThreadId } from '../../../actors/protocol/thread.js';
import { branchTo } from '../../../actors/threads/branch.js';
import { copyBranch } from '../../../actors/threads/copy-branch.js';
import { ThreadRecord } from '../../../actors/threads/thread-record.js';
import type { FileThreadLibrary } from '../../node/threads/library/file-thread-library.js';

/** All entries of a thread. Errors: `ThreadNotFoundError`; those of the store. */
export async function readThreadEntries(
  library: FileThreadLibrary,
  id: ThreadId,
): Promise<readonly ThreadEntry[]> {
  const entries: ThreadEntry[] = [];
  for await (const entry of library.read(id)) entries.push(entry);
  if (entries.length === 0) throw new ThreadNotFoundError(`There is no thread ${id}.`, { thread: id });
  return entries;
}

/**
 * Appends an entry of the person to a thread.
 * Errors: `ThreadNotFoundError`, `SchemaVersionError` for a thread of a newer version, `ThreadStoreError`.
 */
export async function appendToThread(
  library: FileThreadLibrary,
  id: ThreadId,
  body: EntryBody,
): Promise<void> {
  const options = { id, store: library, now: Date.now, newId: randomUUID };
  const record = await ThreadRecord.open(options);
  if (record === undefined) throw new ThreadNotFoundError(`There is no thread ${id}.`, { thread: id });
  record.append(body);
  await record.settled();
}

/** Copies the current branch of a thread, whatever its version. Resolves to the id of the copy. */
export async function copyCurrentBranch(library: FileThreadLibrary, id: ThreadId): Promise<ThreadId> {
  const copy = randomUUID() as ThreadId;
  const branch = branchTo(await readThreadEntries(library, id));
  await library.append(copy, copyBranch(branch, { thread: id, newId: randomUUID }));
  return copy;
}

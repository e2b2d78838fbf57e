import type { EntryId, ThreadEntry, ThreadId } from '../../../actors/protocol/thread.js';
import type { ThreadStore } from '../../../actors/protocol/thread-store.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import { branchTo } from '../../../actors/threads/branch.js';
import { copyBranch } from '../../../actors/threads/copy-branch.js';
import { titleOf } from '../../../actors/threads/summarize.js';
import { ThreadRecord } from '../../../actors/threads/thread-record.js';
import { CHAT_FAILURES } from '../words/memory-words.js';

interface DuplicateOptions {
  readonly library: ThreadStore & { release(thread: ThreadId): Promise<void> };
  readonly clock: Pick<Clock, 'now'>;
  readonly newId: () => string;
  /** The last entry that is copied. Default: the newest of the current branch. */
  readonly until?: EntryId;
}

/**
 * Stores a copy of a thread, whose title says that it is one. Resolves to its id. Errors: those of the library; an error when
 * the thread is gone.
 */
export async function duplicateThread(
  thread: ThreadId,
  { library, clock, newId, until }: DuplicateOptions,
): Promise<ThreadId> {
  const entries: ThreadEntry[] = [];
  for await (const entry of library.read(thread)) entries.push(entry);
  const branch = branchTo(entries, until);
  if (branch.length === 0) throw new Error(CHAT_FAILURES.gone);
  const copy = ThreadRecord.fromEntries(
    { id: newId() as ThreadId, store: library, now: () => clock.now(), newId },
    copyBranch(branch, { thread, newId }),
  );
  copy.append({ kind: 'renamed', title: CHAT_FAILURES.copyOf(titleOf(entries)) });
  await copy.settled();
  await library.release(copy.id);
  return copy.id;
}

import { ThreadFormatError } from '../protocol/errors.js';
import { ENTRY_VERSION, type EntryId, type ThreadEntry, type ThreadId } from '../protocol/thread.js';

/**
 * Checks the entries of a stored thread, by `seq`, before anybody relies on them.
 * Errors: `ThreadFormatError` for a thread of a newer version, and for entries that are missing, repeated or without
 * the entries that they name.
 */
export function checkEntries(thread: ThreadId, entries: readonly ThreadEntry[]): void {
  const [first] = entries;
  if (first?.kind === 'thread' && !(first.version <= ENTRY_VERSION))
    throw new ThreadFormatError(
      `A newer Troupe wrote the thread ${thread}: expected version ${ENTRY_VERSION} or older, got ` +
        `${first.version}. Update Troupe to open it; nothing of it was changed.`,
      { thread, problem: 'newer version', version: first.version, supported: ENTRY_VERSION },
    );
  const ids = new Set<EntryId | null>();
  for (const [seq, entry] of entries.entries()) {
    const isFirst = seq === 0;
    const hasParent = isFirst ? entry.parent === null : ids.has(entry.parent);
    const namesKnown = entry.kind !== 'message_withdrawn' || ids.has(entry.message);
    const isFitting =
      entry.seq === seq &&
      hasParent &&
      namesKnown &&
      !ids.has(entry.id) &&
      (entry.kind === 'thread') === isFirst;
    if (!isFitting)
      throw new ThreadFormatError(
        `The thread ${thread} is damaged: expected entry ${seq} behind an entry before it, got ` +
          `${entry.kind} with number ${entry.seq}. Nothing of it was changed.`,
        { thread, problem: 'broken sequence', seq },
      );
    ids.add(entry.id);
  }
}

import { DataCorruptionError, SchemaVersionError } from '../protocol/errors.js';
import { ENTRY_VERSION, type EntryId, type ThreadEntry, type ThreadId } from '../protocol/thread.js';

/**
 * Checks the entries of a stored thread, by `seq`, before anybody continues it. Lost entries are no error.
 * Errors: `SchemaVersionError` for a thread of a newer version, `DataCorruptionError` for entries that do not begin with
 * that of the thread, do not rise, are repeated, or follow none of the entries before them.
 */
export function checkEntries(thread: ThreadId, entries: readonly ThreadEntry[]): void {
  const [first] = entries;
  if (first?.kind === 'thread' && !(first.version <= ENTRY_VERSION))
    throw new SchemaVersionError(
      `A newer Troupe wrote the thread ${thread}: expected version ${ENTRY_VERSION} or older, got ` +
        `${first.version}. Update Troupe to open it; nothing of it was changed.`,
      { thread, version: first.version, supported: ENTRY_VERSION },
    );
  const ids = new Set<EntryId | null>();
  let last = -1;
  for (const entry of entries) {
    const isFirst = ids.size === 0;
    const isFitting =
      entry.seq > last &&
      !ids.has(entry.id) &&
      (isFirst ? entry.parent === null && entry.kind === 'thread' : ids.has(entry.parent));
    if (!isFitting)
      throw new DataCorruptionError(
        `The thread ${thread} is damaged: expected an entry behind number ${last} and behind an entry before it, ` +
          `got ${entry.kind} with number ${entry.seq}. Nothing of it was changed.`,
        { thread, seq: entry.seq },
      );
    ids.add(entry.id);
    last = entry.seq;
  }
}

import type { EntryId, ThreadEntry } from '../protocol/thread.js';

/**
 * The entries from the first one of the thread to `head`, along the parents; none for an unknown head.
 * Shape: `entries` is the whole thread by `seq`. Default head: the newest entry, which ends the current branch.
 */
export function branchTo(
  entries: readonly ThreadEntry[],
  head: EntryId | undefined = entries.at(-1)?.id,
): ThreadEntry[] {
  const branch: ThreadEntry[] = [];
  let wanted: EntryId | null = head ?? null;
  // A parent is appended before its children, so one walk from the end finds the whole branch.
  for (let index = entries.length - 1; index >= 0 && wanted !== null; index -= 1) {
    const entry = entries[index];
    if (entry?.id !== wanted) continue;
    branch.push(entry);
    wanted = entry.parent;
  }
  return branch.reverse();
}

/** The last entry of each branch, in the order in which they were appended. */
export function branchHeads(entries: readonly ThreadEntry[]): readonly ThreadEntry[] {
  const parents = new Set(entries.map(({ parent }) => parent));
  return entries.filter(({ id }) => !parents.has(id));
}

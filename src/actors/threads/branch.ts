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

/** The newest entry behind each entry, itself included. Shape: `entries` is the whole thread by `seq`. */
export function findHeads(entries: readonly ThreadEntry[]): ReadonlyMap<EntryId, EntryId> {
  const heads = new Map<EntryId, ThreadEntry>();
  for (const entry of entries.toReversed()) {
    const head = heads.get(entry.id) ?? entry;
    heads.set(entry.id, head);
    const { parent } = entry;
    if (parent !== null && (heads.get(parent)?.seq ?? -1) < head.seq) heads.set(parent, head);
  }
  return new Map([...heads].map(([id, head]) => [id, head.id]));
}

import type { EntryId, ThreadEntry, ThreadId } from '../protocol/thread.js';

interface CopyOptions {
  /** The thread that the branch belongs to. */
  readonly thread: ThreadId;
  /** Returns an id that no other entry has. */
  readonly newId: () => string;
}

/**
 * The entries of a new thread with the same conversation as this branch. Entries of a copy have their own ids; the first
 * one names the original.
 * Shape: `branch` begins with the first entry of its thread.
 */
export function copyBranch(
  branch: readonly ThreadEntry[],
  { thread, newId }: CopyOptions,
): readonly ThreadEntry[] {
  const head = branch.at(-1);
  const copies: ThreadEntry[] = [];
  const newIds = new Map<EntryId, EntryId>();
  for (const [seq, entry] of branch.entries()) {
    const id = newId() as EntryId;
    newIds.set(entry.id, id);
    const copy = { ...withNewIds(entry, newIds), id, parent: copies.at(-1)?.id ?? null, seq };
    const isOrigin = copy.kind === 'thread' && head !== undefined;
    copies.push(isOrigin ? { ...copy, copiedFrom: { thread, entry: head.id } } : copy);
  }
  return copies;
}

/** The entry with the new id of the entry that it names. */
function withNewIds(entry: ThreadEntry, newIds: ReadonlyMap<EntryId, EntryId>): ThreadEntry {
  if (entry.kind === 'message_withdrawn')
    return { ...entry, message: newIds.get(entry.message) ?? entry.message };
  if (entry.kind === 'plan_approved' || entry.kind === 'step' || entry.kind === 'plan_ended')
    return { ...entry, plan: newIds.get(entry.plan) ?? entry.plan };
  if (entry.kind === 'turn_began' && entry.step !== undefined)
    return { ...entry, step: { ...entry.step, plan: newIds.get(entry.step.plan) ?? entry.step.plan } };
  // A jump may lead to an entry of another branch, which the copy does not have.
  if (entry.kind === 'jump') {
    const known = newIds.get(entry.to) ?? (entry.parent === null ? undefined : newIds.get(entry.parent));
    return { ...entry, to: known ?? entry.to };
  }
  return entry;
}

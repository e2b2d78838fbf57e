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
  for (const [seq, entry] of branch.entries()) {
    const copy = { ...entry, id: newId() as EntryId, parent: copies.at(-1)?.id ?? null, seq };
    const isOrigin = copy.kind === 'thread' && head !== undefined;
    copies.push(isOrigin ? { ...copy, copiedFrom: { thread, entry: head.id } } : copy);
  }
  return copies;
}

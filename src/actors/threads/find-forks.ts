import type { EntryId, EntryKind, ThreadEntry } from '../protocol/thread.js';
import type { ViewFork } from '../protocol/ui-memory.js';
import { findHeads } from './branch.js';

// A jump or a switch between a message and what it follows does not make it the answer to something else.
const TRANSPARENT: ReadonlySet<EntryKind> = new Set([
  'jump',
  'switched',
  'renamed',
  'archived',
  'adopted',
  'checkpoint',
  'files_changed',
]);

/**
 * The messages of a branch that have alternatives in other branches: messages that follow the same part of the
 * conversation.
 * Shape: `entries` is the whole thread by `seq`. Cost: linear.
 */
export function findForks(
  entries: readonly ThreadEntry[],
  branch: readonly ThreadEntry[],
): readonly ViewFork[] {
  if (entries.length === branch.length) return [];
  const followed = new Map<EntryId | null, EntryId | null>();
  const alternatives = new Map<EntryId | null, EntryId[]>();
  const branchesAt = new Map<EntryId, EntryId | null>();
  for (const { id, parent, kind } of entries) {
    const before = parent === null ? null : (followed.get(parent) ?? parent);
    followed.set(id, TRANSPARENT.has(kind) ? before : id);
    if (kind !== 'user_message') continue;
    branchesAt.set(id, before);
    alternatives.set(before, [...(alternatives.get(before) ?? []), id]);
  }
  const heads = findHeads(entries);
  return branch.flatMap(({ id, kind }) => {
    const all = kind === 'user_message' ? (alternatives.get(branchesAt.get(id) ?? null) ?? []) : [];
    if (all.length < 2) return [];
    return [{ message: id, heads: all.map((other) => heads.get(other) ?? other), current: all.indexOf(id) }];
  });
}

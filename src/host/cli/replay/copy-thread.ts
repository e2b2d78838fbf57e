import { randomUUID } from 'node:crypto';
import { SettingsError } from '../../../actors/protocol/errors.js';
import type { EntryId, ThreadEntry, ThreadId } from '../../../actors/protocol/thread.js';
import { branchTo } from '../../../actors/threads/branch.js';
import { findOpenTurn } from '../../../actors/threads/open-turn.js';
import { summarize } from '../../../actors/threads/summarize.js';
import { toJson } from '../../../actors/threads/exports/to-json.js';
import type { FileThreadLibrary } from '../../node/threads/library/file-thread-library.js';

/**
 * The newest entry up to number `seq` from which its turn can go on as if nothing had followed: no call runs there.
 * Errors: `SettingsError` when there is none.
 */
export function findStart(id: ThreadId, entries: readonly ThreadEntry[], seq: number): ThreadEntry {
  findRoots(id, entries);
  const wanted = entries.find((entry) => entry.seq === seq);
  if (wanted === undefined)
    throw refuse(
      `The conversation has no entry ${seq}: expected a number from 0 to ${entries.at(-1)?.seq ?? 0}.`,
    );
  // A message begins its turn with the entry behind it.
  const next = entries.find(({ parent, kind }) => parent === wanted.id && kind === 'turn_began');
  const branch = branchTo(
    entries,
    wanted.kind === 'user_message' && next !== undefined ? next.id : wanted.id,
  );
  for (let end = branch.length; end > 0; end -= 1) {
    const turn = findOpenTurn(branch.slice(0, end));
    const start = branch[end - 1];
    if (turn === undefined || turn.last !== undefined || start === undefined) break;
    if (turn.calls.every(({ result, isObserved }) => result === undefined || isObserved)) return start;
  }
  throw refuse(
    `No turn goes on behind entry ${seq}: name its message, a reply that calls tools, or a result.`,
  );
}

/** The only workspace folder of a thread. Errors: `SettingsError` when there are several. */
function findRoots(id: ThreadId, entries: readonly ThreadEntry[]): readonly [string] {
  const [root, ...others] = summarize(id, entries).roots;
  if (root !== undefined && others.length === 0) return [root];
  throw refuse('The conversation is about several folders: only one can be copied.');
}

/**
 * Copies a thread with all its branches into the library of a copied workspace, where its current branch ends with `start`.
 * Resolves to the id of the copy. Errors: those of the library.
 */
export async function copyThread(
  entries: readonly ThreadEntry[],
  start: ThreadEntry,
  {
    id,
    library,
    root,
  }: { readonly id: ThreadId; readonly library: FileThreadLibrary; readonly root: string },
): Promise<ThreadId> {
  const copies = entries.map((entry) =>
    entry.kind === 'thread' ? { ...entry, copiedFrom: { thread: id, entry: start.id } } : entry,
  );
  const moved: ThreadEntry = {
    id: randomUUID() as EntryId,
    parent: start.id,
    seq: (entries.at(-1)?.seq ?? 0) + 1,
    at: Date.now(),
    kind: 'adopted',
    from: findRoots(id, entries),
    roots: [root],
  };
  await library.prepare();
  return library.add(toJson(randomUUID() as ThreadId, [...copies, moved]));
}

function refuse(message: string): SettingsError {
  return new SettingsError(message, { setting: 'from' });
}

import { basename } from 'node:path';
import type { ContentHash } from '../../../../actors/protocol/file-changes.js';
import type { AffectedThread } from '../kept-versions.js';
import { ENTRY_VERSION, type ThreadEntry, type ThreadId } from '../../../../actors/protocol/thread.js';
import { runCooperatively } from '../../../../actors/runtime/slices.js';
import { mergeEntries } from '../../../../actors/threads/merge-entries.js';
import { summarize } from '../../../../actors/threads/summarize.js';
import { readThread, type ThreadContent } from '../../threads/log/read-thread.js';
import { findThreads, type FoundThread } from './find-threads.js';
import { listHashes } from './list-hashes.js';

/** What threads refer to. */
export interface ThreadReferences {
  /** Contents that entries since the given time refer to. */
  readonly needed: ReadonlySet<ContentHash>;
  /** Contents that only older entries refer to, with the threads that do. */
  readonly old: ReadonlyMap<ContentHash, readonly AffectedThread[]>;
  /** Why it is not known of some threads what they refer to, as sentences for the person. */
  readonly problems: readonly string[];
}

interface FindOptions {
  /** The folders that hold all threads, at any depth. */
  readonly folders: readonly string[];
  /** Entries before it are old. Default: none is. Units: milliseconds since 1970. */
  readonly since?: number;
  readonly signal: AbortSignal;
}

/**
 * Finds out what all threads refer to, archived and deleted ones among them, whoever wrote them. Cost: reads every
 * thread, one at a time. Errors: those of the file system; the signal's reason.
 */
export async function findThreadReferences({
  folders,
  since = -Infinity,
  signal,
}: FindOptions): Promise<ThreadReferences> {
  const needed = new Set<ContentHash>();
  const old = new Map<ContentHash, AffectedThread[]>();
  const problems: string[] = [];
  const read = new Set<string>();
  // A thread may be moved while they are listed, to the trash or back: whatever is new at the end is read as well.
  let isNew = true;
  while (isNew) {
    const { threads, strays } = await findThreads(folders);
    isNew = false;
    for (const path of strays)
      if (isUnread(path))
        problems.push(`${path} may hold entries of a conversation, and is in no folder of one.`);
    for (const thread of threads) if (isUnread(`${thread.folder}\0${thread.id}`)) await add(thread);
  }
  for (const hash of needed) old.delete(hash);
  return { needed, old, problems };

  function isUnread(key: string): boolean {
    if (read.has(key)) return false;
    read.add(key);
    isNew = true;
    return true;
  }

  async function add({ folder, id }: FoundThread): Promise<void> {
    signal.throwIfAborted();
    const content = await readThread(folder, id);
    const problem = findProblem(id, folder, content);
    if (problem !== undefined) problems.push(problem);
    const oldest = new Set<ContentHash>();
    for (const entry of content.sources.flat()) {
      const target = entry.at >= since ? needed : oldest;
      await runCooperatively(
        listHashes(entry, (hash) => target.add(hash)),
        signal,
      );
    }
    if (oldest.size === 0) return;
    const { title, roots } = summarize(id, [...mergeEntries(content.sources, content.origin)]);
    const affected = { id, title, roots };
    for (const hash of oldest) old.set(hash, [...(old.get(hash) ?? []), affected]);
  }
}

/** Why a thread may refer to more than what was read of it. */
function findProblem(
  id: ThreadId,
  folder: string,
  { sources, origin, damages }: ThreadContent,
): string | undefined {
  // What a crash cut off was acknowledged to nobody.
  const damage = damages.find(({ kind }) => kind === 'damaged');
  if (damage !== undefined) return damage.sentence;
  const isNewer = (entry: ThreadEntry): boolean => entry.kind === 'thread' && entry.version > ENTRY_VERSION;
  if ((origin.version ?? 0) <= ENTRY_VERSION && !sources.some((entries) => entries.some(isNewer)))
    return undefined;
  return `A newer Troupe wrote the conversation ${id} (${basename(folder)}): only that version knows all it refers to.`;
}

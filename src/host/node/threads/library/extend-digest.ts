import { basename, join } from 'node:path';
import type { ThreadEntry } from '../../../../actors/protocol/thread.js';
import { SummaryFold } from '../../../../actors/threads/summary-fold.js';
import { parseLogName } from '../log/log-name.js';
import { streamEntries } from '../log/stream-entries.js';
import { isFirstFormat } from '../log/thread-files.js';
import type { CacheWriter, DigestCache, ThreadDigest } from './digest-cache.js';
import type { PlacedThread } from './placed-thread.js';
import { sizeOfStamp, type ThreadStamp } from './thread-paths.js';
import { toSearchable } from './to-searchable.js';

/** A file of a thread, and how many of its bytes are known. */
interface Grown {
  readonly name: string;
  readonly from: number;
}

interface ExtendOptions {
  /** What was known of the thread before; its files are read from there on. Default: nothing. */
  readonly before?: ThreadDigest;
  /** The most that the thread ever had. Fewer are a loss, which is told by who reads everything. */
  readonly most?: ThreadDigest['most'];
  /** Whether the files have stayed as the stamp says until now. */
  readonly isUnchanged: () => Promise<boolean>;
  /** Cuts the reading short, and stores nothing. */
  readonly signal: AbortSignal;
}

/**
 * The digest of a thread whose entries follow each other, behind those of `before` or from the first one, stored;
 * `undefined` for all others: where something is missing, and where several programs wrote at once, all entries have to be
 * seen together. It holds none of them, and a turn of a long conversation costs what it has added. What was damaged before
 * that is told by who reads everything.
 */
export async function extendDigest(
  cache: DigestCache,
  thread: PlacedThread,
  stamp: ThreadStamp,
  { before, most, isUnchanged, signal }: ExtendOptions,
): Promise<ThreadDigest | undefined> {
  if (before !== undefined && !isWhole(before)) return undefined;
  const grown = findGrown(before?.stamp ?? [], stamp);
  if (grown === undefined) return undefined;
  const writer = await (before === undefined ? cache.write(thread.id) : cache.extend(before));
  if (writer === undefined) return undefined;
  const fold = new SummaryFold(before?.summary);
  let last = before?.last;
  try {
    for (const { name, from } of grown)
      for await (const entry of streamEntries(join(thread.folder, name), thread.id, from)) {
        if (!isNext(entry, last) || signal.aborted) return undefined;
        fold.add(entry);
        last = entry.seq;
        await addText(writer, entry);
      }
    const summary = fold.summary(thread.id);
    if (summary === undefined || last === undefined || signal.aborted) return undefined;
    if (!(await isUnchanged())) return undefined;
    if (summary.entries < (most?.entries ?? 0)) return undefined;
    const now = { entries: summary.entries, bytes: sizeOfStamp(stamp) };
    const digest: ThreadDigest = { thread: thread.id, stamp, summary, problems: [], last, most: now };
    await writer.commit(digest);
    return digest;
  } catch {
    // What is damaged is told by who reads everything.
    return undefined;
  } finally {
    await writer.discard();
  }
}

/** Whether all that the thread ever had is in its digest, and what the summary does not say can be told from it. */
function isWhole({ summary, last, problems, most }: ThreadDigest): boolean {
  return (
    // Without a message, the title may be that of a message to come.
    last !== undefined && summary?.entries === most.entries && summary.title !== '' && problems.length === 0
  );
}

/** The files with more bytes than before; `undefined` when anything else has changed. Shape: in the order of their names. */
function findGrown(before: ThreadStamp, now: ThreadStamp): readonly Grown[] | undefined {
  const left = new Map(before.map(([name, ...state]) => [name, state]));
  const grown: Grown[] = [];
  for (const [name, bytes, changedAt] of now) {
    const [from = 0, at] = left.get(name) ?? [];
    left.delete(name);
    if (from === bytes && at === changedAt) continue;
    const log = parseLogName(basename(name));
    if (isFirstFormat(name) || (from > 0 && (log?.isSealed !== false || bytes <= from))) return undefined;
    if (log !== undefined) grown.push({ name, from });
  }
  return left.size === 0 ? grown : undefined;
}

/** Whether an entry is the one that comes behind `last`, or the first one. */
function isNext({ kind, parent, seq }: ThreadEntry, last: ThreadDigest['last']): boolean {
  return last === undefined ? kind === 'thread' && parent === null : seq === last + 1;
}

async function addText(writer: CacheWriter, entry: ThreadEntry): Promise<void> {
  const text = toSearchable(entry);
  if (text !== undefined) await writer.add(text);
}

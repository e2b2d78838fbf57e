import { messageOf } from '../../../../actors/protocol/errors/message-of.js';
import { omitUndefined } from '../../../../actors/protocol/json/omit-undefined.js';
import type { ThreadEntry, ThreadId } from '../../../../actors/protocol/thread.js';
import type { ThreadStore } from '../../../../actors/protocol/thread-store.js';
import { readingBreaks } from '../log/reading-breaks.js';
import { SummaryFold } from '../../../../actors/threads/summary-fold.js';
import { DigestCache, type SearchableText, type ThreadDigest } from './digest-cache.js';
import { extendDigest } from './extend-digest.js';
import type { PlacedThread } from './placed-thread.js';
import { toSearchable } from './to-searchable.js';
import { isSameStamp, listMoves, sizeOfStamp, stampPaths, type ThreadStamp } from './thread-paths.js';

/** Reads a folder of threads. */
export type OpenStore = (folder: string, onProblem: (sentence: string) => void) => Pick<ThreadStore, 'read'>;

/**
 * What lists and search need to know about threads: read from the threads once, and again when their files have changed.
 * It holds no thread in memory, however long.
 */
export class ThreadDigests implements AsyncDisposable {
  readonly #cache: DigestCache;
  readonly #openStore: OpenStore;
  readonly #known = new Map<ThreadId, ThreadDigest>();
  readonly #reading = new Map<string, Promise<ThreadDigest>>();
  readonly #closing = new AbortController();

  constructor(cacheFolder: string, openStore: OpenStore) {
    this.#cache = new DigestCache(cacheFolder);
    this.#openStore = openStore;
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** The digest of the thread's files as they are now. */
  async digest(thread: PlacedThread): Promise<ThreadDigest> {
    const stamp = await stampPaths(thread.folder, thread.names);
    const before = this.#known.get(thread.id) ?? (await this.#cache.read(thread.id));
    if (before !== undefined && isSameStamp(before.stamp, stamp)) {
      this.#known.set(thread.id, before);
      return before;
    }
    const key = `${thread.folder}\0${thread.id}`;
    const running = this.#reading.get(key);
    if (running !== undefined) {
      // It may have begun before the newest change.
      const digest = await running;
      return this.#isClosed ? digest : this.digest(thread);
    }
    const reading = this.#update(thread, stamp, before);
    this.#reading.set(key, reading);
    try {
      return await reading;
    } finally {
      this.#reading.delete(key);
    }
  }

  /** The searchable texts of a thread, from the cache of this digest, or from the thread if there is none. */
  async *texts(thread: PlacedThread, { stamp }: ThreadDigest): AsyncIterable<SearchableText> {
    const cached = await this.#cache.open(thread.id);
    let isFresh = cached !== undefined && isSameStamp(cached.digest.stamp, stamp);
    let count = 0;
    if (isFresh)
      try {
        for await (const text of cached?.texts ?? []) {
          count += 1;
          yield text;
          if (readingBreaks.isDue) await readingBreaks.take();
        }
      } catch {
        isFresh = false;
        await this.forget(thread.id);
      }
    if (isFresh) return;
    // The cache was broken behind what it has told already.
    for await (const entry of this.#entries(thread, () => undefined)) {
      const text = toSearchable(entry);
      if (text !== undefined && count-- <= 0) yield text;
    }
  }

  /** Forgets what is known of a thread. */
  async forget(thread: ThreadId): Promise<void> {
    this.#known.delete(thread);
    await this.#cache.forget(thread);
  }

  /** Writes no cache from now on, and resolves once none is being written. What is being read for one is cut short. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await Promise.allSettled(this.#reading.values());
  }

  async #update(
    thread: PlacedThread,
    stamp: ThreadStamp,
    before: ThreadDigest | undefined,
  ): Promise<ThreadDigest> {
    const { folder, names } = thread;
    const moves = await listMoves(folder, names);
    const isUnchanged = async (): Promise<boolean> =>
      isSameStamp(await stampPaths(folder, names), stamp) &&
      String(await listMoves(folder, names)) === String(moves);
    if (this.#isClosed) return this.#read(thread, stamp, before, isUnchanged);
    const { signal } = this.#closing;
    const most = before?.most;
    const context = { isUnchanged, signal, ...omitUndefined({ most }) };
    const digest =
      (before && (await extendDigest(this.#cache, thread, stamp, { ...context, before }))) ??
      (await extendDigest(this.#cache, thread, stamp, context));
    // Nobody waits for the rest.
    if (digest === undefined && signal.aborted)
      return { ...before, thread: thread.id, stamp, problems: [], most: most ?? { entries: 0, bytes: 0 } };
    if (digest === undefined) return this.#read(thread, stamp, before, isUnchanged);
    this.#known.set(thread.id, digest);
    return digest;
  }

  async #read(
    thread: PlacedThread,
    stamp: ThreadStamp,
    before: ThreadDigest | undefined,
    isUnchanged: () => Promise<boolean>,
  ): Promise<ThreadDigest> {
    const fold = new SummaryFold();
    let last: ThreadDigest['last'];
    const problems = new Set<string>();
    const writer = this.#isClosed ? undefined : await this.#cache.write(thread.id);
    for await (const entry of this.#entries(thread, (sentence) => problems.add(sentence))) {
      if (writer !== undefined && this.#isClosed) break;
      fold.add(entry);
      last = entry.seq;
      const text = toSearchable(entry);
      if (text !== undefined) await writer?.add(text);
    }
    const summary = fold.summary(thread.id);
    // Files that changed or went away meanwhile were not read as one: what seems to be lost may be in another place by now.
    if (!(await isUnchanged()) || (writer !== undefined && this.#isClosed)) {
      await writer?.discard();
      return {
        thread: thread.id,
        stamp,
        ...omitUndefined({ summary }),
        problems: [],
        most: before?.most ?? { entries: 0, bytes: 0 },
      };
    }
    const now = { entries: summary?.entries ?? 0, bytes: sizeOfStamp(stamp) };
    const most = before !== undefined && before.most.entries > now.entries ? before.most : now;
    if (most !== now) problems.add(describeLoss(thread, most, now));
    const digest: ThreadDigest = {
      thread: thread.id,
      stamp,
      ...omitUndefined({ summary }),
      problems: [...problems],
      ...omitUndefined({ last }),
      most,
    };
    await writer?.commit(digest);
    this.#known.set(thread.id, digest);
    return digest;
  }

  /** The entries that can be read. Other work of the event loop runs in between. */
  async *#entries(
    { id, folder }: PlacedThread,
    onProblem: (sentence: string) => void,
  ): AsyncIterable<ThreadEntry> {
    const store = this.#openStore(folder, onProblem);
    try {
      for await (const entry of store.read(id, ({ sentence }) => {
        onProblem(sentence);
      })) {
        yield entry;
        if (readingBreaks.isDue) await readingBreaks.take();
      }
    } catch (error) {
      onProblem(messageOf(error));
    }
  }
}

function describeLoss(
  { id, folder }: PlacedThread,
  most: ThreadDigest['most'],
  now: ThreadDigest['most'],
): string {
  return (
    `The thread ${id} is damaged: ${most.entries - now.entries} of its ${most.entries} entries are gone ` +
    `(${most.bytes} bytes before, ${now.bytes} now). If you have a backup of ${folder}, restore its files from there.`
  );
}

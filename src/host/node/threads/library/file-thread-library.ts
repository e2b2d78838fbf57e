import { join } from 'node:path';
import { SchemaVersionError, ThreadNotFoundError } from '../../../../actors/protocol/errors.js';
import { messageOf } from '../../../../actors/protocol/errors/message-of.js';
import type { EntryId, ThreadEntry, ThreadId } from '../../../../actors/protocol/thread.js';
import type {
  DeletedThread,
  OrphanedThreads,
  ThreadDamage,
  ThreadHit,
  ThreadLibrary,
  ThreadSummary,
} from '../../../../actors/protocol/thread-store.js';
import { runCooperatively } from '../../../../actors/runtime/slices.js';
import { checkEntries } from '../../../../actors/threads/check-entries.js';
import { fromJson } from '../../../../actors/threads/exports/from-json.js';
import { FileThreadStore } from '../file-thread-store.js';
import type { Claim } from '../thread-lock.js';
import { toStorageError } from './move-path.js';
import { findOrphans, isSameSet, type OrphanedFolder } from './orphaned-threads.js';
import { SearchWords } from './search-words.js';
import type { ThreadDigest } from './digest-cache.js';
import { heldElsewhere, notFound } from './thread-errors.js';
import type { PlacedThread } from './placed-thread.js';
import { ThreadDigests } from './thread-digests.js';
import { isStorableThreadId, listThreadPaths, sizeOfStamp } from './thread-paths.js';
import { moveAll, Trash } from './trash.js';
import { listTopNames, writeNote } from './workspace-folder.js';

// Nobody reads further, and all of a frequent word would fill the memory. Units: hits.
const DEFAULT_LIMIT = 200;

// The disk is busy with these, and memory holds no more of them. Units: threads.
const AT_ONCE = 8;

interface LibraryOptions {
  /** The folders of threads of all workspaces. */
  readonly base: string;
  /** The folder of this workspace's threads, in `base`. Made with the first thread. */
  readonly folder: string;
  /** The workspace folders, links resolved. */
  readonly roots: readonly string[];
  /** Older folders of threads of this workspace. Their threads move to `folder` when they change. */
  readonly legacyFolders: readonly string[];
  /** Reports what could not be read, as a sentence, each once. */
  readonly onProblem: (sentence: string) => void;
  /** Units: milliseconds since 1970. */
  readonly now: () => number;
  /** Returns an id that nothing else has. */
  readonly newId: () => string;
}

/**
 * The threads of one workspace in a folder, with a trash and caches in it. Several processes may use one folder; a thread
 * is written by one of them at a time. Nothing is deleted but by `purge`.
 */
export class FileThreadLibrary implements ThreadLibrary, AsyncDisposable {
  readonly #options: LibraryOptions;
  readonly #trash: Trash;
  readonly #digests: ThreadDigests;
  /** Stores of one thread each, so that each can be closed by itself. */
  readonly #writers = new Map<ThreadId, Promise<FileThreadStore>>();
  readonly #reported = new Set<string>();
  #noted: Promise<void> | undefined;
  #isClosed = false;

  constructor(options: LibraryOptions) {
    this.#options = options;
    this.#trash = new Trash(join(options.folder, 'trash'));
    this.#digests = new ThreadDigests(
      join(options.folder, 'cache'),
      (folder, onProblem) => new FileThreadStore({ folder, onProblem }),
    );
  }

  /** Where the threads are. Shape: absolute. */
  get folder(): string {
    return this.#options.folder;
  }

  /** Makes the folder. Errors: `DiskFullError`, `PermissionDeniedError`, others of the file system. */
  async prepare(): Promise<void> {
    const { folder, roots } = this.#options;
    const noting = (this.#noted ??= listTopNames(roots).then((names) => writeNote(folder, { roots, names })));
    try {
      await noting;
    } catch (error) {
      this.#noted = undefined;
      throw toStorageError(error, folder);
    }
  }

  async append(thread: ThreadId, entries: readonly ThreadEntry[]): Promise<void> {
    const writer = await this.#writerOf(thread, entries[0]?.seq === 0);
    try {
      await writer.append(thread, entries);
    } catch (error) {
      throw toStorageError(error, this.folder);
    }
  }

  async *read(thread: ThreadId, onDamage?: (damage: ThreadDamage) => void): AsyncIterable<ThreadEntry> {
    const writer = await this.#writers.get(thread);
    const placed = writer === undefined ? await this.#find(thread) : undefined;
    const store =
      writer ?? new FileThreadStore({ folder: placed?.folder ?? this.folder, onProblem: this.#report });
    // As `ThreadStore`: the caller learns of damage however the store reports it.
    yield* (store as Pick<ThreadLibrary, 'read'>).read(thread, onDamage);
  }

  async list(): Promise<readonly ThreadSummary[]> {
    const listed = await this.#listPlaced();
    return listed.map(({ summary }) => summary);
  }

  async search(
    query: string,
    {
      limit = DEFAULT_LIMIT,
      signal = new AbortController().signal,
    }: { limit?: number; signal?: AbortSignal } = {},
  ): Promise<readonly ThreadHit[]> {
    const words = new SearchWords(query);
    const hits: ThreadHit[] = [];
    if (words.isEmpty) return hits;
    for (const { placed, digest, summary } of await this.#listPlaced()) {
      signal.throwIfAborted();
      for await (const { entry, at, role, text } of this.#digests.texts(placed, digest)) {
        if (hits.length >= limit) return hits;
        const found = await runCooperatively(words.find(text), signal);
        if (found !== undefined)
          hits.push({ thread: summary.id, title: summary.title, entry, at, role, ...found });
      }
    }
    return hits;
  }

  async delete(thread: ThreadId): Promise<void> {
    const placed = await this.#findFree(thread);
    try {
      await this.prepare();
      await this.#trash.take(placed, this.#options.now());
    } catch (error) {
      throw toStorageError(error, placed.folder);
    }
  }

  async restore(thread: ThreadId): Promise<void> {
    await this.#trash.giveBack(thread, this.folder);
  }

  async listDeleted(): Promise<readonly DeletedThread[]> {
    return inBatches(await this.#trash.list(), async (trashed) => {
      const { summary, stamp, problems } = await this.#digests.digest(trashed);
      for (const problem of problems) this.#report(problem);
      return {
        ...(summary ?? blankSummary(trashed.id)),
        deletedAt: trashed.deletedAt,
        bytes: sizeOfStamp(stamp),
      };
    });
  }

  async purge(threads: readonly ThreadId[]): Promise<number> {
    const deleted = await this.listDeleted();
    for (const thread of threads)
      if (!deleted.some(({ id }) => id === thread))
        throw new ThreadNotFoundError(`There is no thread ${thread} in the trash. Nothing was deleted.`, {
          thread,
        });
    for (const thread of new Set(threads)) {
      await this.#trash.destroy(thread);
      await this.#digests.forget(thread);
    }
    return deleted.reduce((sum, { id, bytes }) => sum + (threads.includes(id) ? bytes : 0), 0);
  }

  async add(exported: string): Promise<ThreadId> {
    const { id, entries } = await runCooperatively(fromJson(exported), new AbortController().signal);
    const isTaken = !isStorableThreadId(id) || (await this.#isTaken(id));
    const thread = isTaken ? (this.#options.newId() as ThreadId) : id;
    await this.append(thread, entries);
    await this.release(thread);
    return thread;
  }

  async listOrphans(): Promise<readonly OrphanedThreads[]> {
    const found = await findOrphans(this.#options.base, this.#options.roots);
    return found.map(({ folder: _folder, ...orphaned }) => orphaned);
  }

  async adopt(roots: readonly string[]): Promise<readonly ThreadId[]> {
    const found = await findOrphans(this.#options.base, this.#options.roots);
    const orphaned = found.find((one) => isSameSet(one.roots, roots));
    if (orphaned === undefined)
      throw new ThreadNotFoundError(
        `There are no threads of ${roots.join(', ')}, or that folder is still there (see listOrphans).`,
        { thread: roots.join(', ') },
      );
    await this.prepare();
    const adopted: ThreadId[] = [];
    for (const [id, names] of await listThreadPaths(orphaned.folder))
      if (await this.#adoptOne({ id, folder: orphaned.folder, names }, orphaned)) adopted.push(id);
    await new Trash(join(orphaned.folder, 'trash')).moveTo(join(this.folder, 'trash'));
    return adopted;
  }

  /** Whether another living process writes to this thread. */
  async isHeldElsewhere(thread: ThreadId): Promise<boolean> {
    const writer = await this.#writers.get(thread)?.catch(() => undefined);
    if (writer !== undefined) return writer.isHeldElsewhere(thread);
    const placed = await this.#find(thread);
    return placed !== undefined && this.#isHeld(placed);
  }

  /** As `FileThreadStore`: claims a thread before it is read to be continued. Errors: `ThreadNotFoundError`, too. */
  async claim(thread: ThreadId): Promise<Claim> {
    return (await this.#writerOf(thread)).claim(thread);
  }

  /** As `FileThreadStore`: takes a thread over from the process that holds it, unless `isBusy`. Errors: as `claim`. */
  async take(thread: ThreadId, isBusy?: () => Promise<boolean>): Promise<boolean> {
    return (await this.#writerOf(thread)).take(thread, isBusy);
  }

  /** Lets other processes write to a thread, once what was appended is stored. */
  async release(thread: ThreadId): Promise<void> {
    const opening = this.#writers.get(thread);
    this.#writers.delete(thread);
    const writer = await opening?.catch(() => undefined);
    await writer?.[Symbol.asyncDispose]();
  }

  /** Stores what was appended, and lets other processes write. Afterwards it can still be read, and writes nothing. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    await Promise.all([
      this.#digests[Symbol.asyncDispose](),
      ...[...this.#writers.keys()].map((thread) => this.release(thread)),
    ]);
  }

  readonly #report = (sentence: string): void => {
    if (this.#reported.has(sentence)) return;
    this.#reported.add(sentence);
    this.#options.onProblem(sentence);
  };

  async #writerOf(thread: ThreadId, isNew = false): Promise<FileThreadStore> {
    if (this.#isClosed) throw new Error('This window is closing.');
    const opening = this.#writers.get(thread) ?? this.#openWriter(thread, isNew);
    this.#writers.set(thread, opening);
    try {
      return await opening;
    } catch (error) {
      if (this.#writers.get(thread) === opening) this.#writers.delete(thread);
      throw error;
    }
  }

  async #openWriter(thread: ThreadId, isNew: boolean): Promise<FileThreadStore> {
    if (!isStorableThreadId(thread)) throw notFound(thread);
    await this.prepare();
    const placed = await this.#find(thread);
    // Somebody has deleted it: what follows alone would be a thread without its beginning.
    if (placed === undefined && !isNew) throw notFound(thread);
    if (placed !== undefined && placed.folder !== this.folder) {
      if (await this.#isHeld(placed)) throw heldElsewhere(thread);
      await moveAll(placed.names, placed.folder, this.folder);
    }
    return new FileThreadStore({ folder: this.folder, onProblem: this.#report });
  }

  /** Where a thread is; `undefined` when it is not in the library. */
  async #find(thread: ThreadId): Promise<PlacedThread | undefined> {
    if (!isStorableThreadId(thread)) throw notFound(thread);
    return (await this.#listPaths()).find(({ id }) => id === thread);
  }

  /** A thread that nobody writes to any more. Errors: `ThreadNotFoundError`, `ThreadStoreError`. */
  async #findFree(thread: ThreadId): Promise<PlacedThread> {
    await this.release(thread);
    const placed = await this.#find(thread);
    if (placed === undefined) throw notFound(thread);
    if (await this.#isHeld(placed)) throw heldElsewhere(thread);
    return placed;
  }

  async #isHeld({ id, folder }: PlacedThread): Promise<boolean> {
    return new FileThreadStore({ folder, onProblem: this.#report }).isHeldElsewhere(id);
  }

  async #isTaken(id: ThreadId): Promise<boolean> {
    return (
      (await this.#find(id)) !== undefined || (await this.#trash.list()).some((trashed) => trashed.id === id)
    );
  }

  /** All threads but deleted ones. One that is in several folders is in the newest of them. */
  async #listPaths(): Promise<readonly PlacedThread[]> {
    const placed = new Map<ThreadId, PlacedThread>();
    for (const folder of [this.folder, ...this.#options.legacyFolders])
      try {
        for (const [id, names] of await listThreadPaths(folder))
          if (!placed.has(id)) placed.set(id, { id, folder, names });
      } catch (error) {
        this.#report(`The conversations in ${folder} cannot be read: ${messageOf(error)}.`);
      }
    return [...placed.values()];
  }

  async #listPlaced(): Promise<
    readonly {
      readonly placed: PlacedThread;
      readonly digest: ThreadDigest;
      readonly summary: ThreadSummary;
    }[]
  > {
    const found = await inBatches(await this.#listPaths(), async (placed) => {
      const digest = await this.#digests.digest(placed);
      for (const problem of digest.problems) this.#report(problem);
      return { placed, digest, summary: digest.summary };
    });
    return found
      .flatMap(({ summary, ...rest }) => (summary === undefined ? [] : { ...rest, summary }))
      .sort((a, b) => b.summary.changedAt - a.summary.changedAt || (a.placed.id < b.placed.id ? -1 : 1));
  }

  /** Returns whether the thread could be brought here; says so when not. */
  async #adoptOne(placed: PlacedThread, from: OrphanedFolder): Promise<boolean> {
    const { id, folder, names } = placed;
    try {
      if (await this.#isTaken(id)) throw new Error('a thread of this id is here already');
      if (await this.#isHeld(placed)) throw heldElsewhere(id);
      await this.#noteAdoption(placed, from.roots);
      await moveAll(names, folder, this.folder);
      // Its lock and its caches may be new.
      const left = (await listThreadPaths(folder)).get(id) ?? [];
      await moveAll(left, folder, this.folder);
      return true;
    } catch (error) {
      this.#report(`The thread ${id} stays in ${folder}: ${messageOf(error)}`);
      return false;
    }
  }

  /** Appends that the workspace has moved, unless that was done before, or a newer Troupe wrote the thread. */
  async #noteAdoption({ id, folder }: PlacedThread, from: readonly string[]): Promise<void> {
    const { roots, now, newId } = this.#options;
    await using store = new FileThreadStore({ folder, onProblem: this.#report });
    const entries: ThreadEntry[] = [];
    for await (const entry of store.read(id)) entries.push(entry);
    const newest = entries.at(-1);
    if (newest === undefined || (newest.kind === 'adopted' && isSameSet(newest.roots, roots))) return;
    try {
      checkEntries(id, entries);
    } catch (error) {
      if (error instanceof SchemaVersionError) return;
      throw error;
    }
    const entry: ThreadEntry = {
      id: newId() as EntryId,
      parent: newest.id,
      seq: newest.seq + 1,
      at: now(),
      kind: 'adopted',
      from,
      roots,
    };
    await store.append(id, [entry]);
  }
}

async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE)
    for (const item of await Promise.all(items.slice(from, from + AT_ONCE).map(work))) results.push(item);
  return results;
}

function blankSummary(id: ThreadId): ThreadSummary {
  return { id, title: '', roots: [], createdAt: 0, changedAt: 0, entries: 0, messages: 0, isArchived: false };
}

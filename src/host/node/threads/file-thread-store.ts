import { randomUUID } from 'node:crypto';
import { DataCorruptionError } from '../../../actors/protocol/errors.js';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { EntryOf, ThreadEntry, ThreadId } from '../../../actors/protocol/thread.js';
import type { ThreadDamage, ThreadStore, ThreadSummary } from '../../../actors/protocol/thread-store.js';
import { readingBreaks } from './log/reading-breaks.js';
import { parseThreadId } from '../../../actors/threads/ids/parse-thread-id.js';
import { mergeEntries } from '../../../actors/threads/merge-entries.js';
import { summarize } from '../../../actors/threads/summarize.js';
import { type LogDisk, nodeDisk } from './log/log-disk.js';
import { readThread } from './log/read-thread.js';
import { listThreadIds } from './log/thread-files.js';
import type { Claim } from './thread-lock.js';
import { ThreadWriter } from './thread-writer.js';

interface FileThreadStoreOptions {
  /** Absolute. Made with the first entry. */
  readonly folder: string;
  /** Reports damage of which no caller of `read` wants to know, and a thread that cannot be read, as a sentence. */
  readonly onProblem: (sentence: string) => void;
  /** The version of the program, for those who look into the files. */
  readonly program?: string;
  /** Default: the disk of this machine. */
  readonly disk?: LogDisk;
  /** A longer file is compressed, and the next one begins. Default: a few megabytes. Units: bytes. */
  readonly maxPlainBytes?: number;
}

/**
 * Stores each thread in a folder of files, of which each has one writer. Several processes may use one folder, and may
 * write to one thread: reading merges what all have written. Files may be copied, and folders merged, by other programs.
 * Damage costs the entries that it touches. Threads of the first format are read, and continued beside it.
 * Source: SPEC H4, H5.
 */
export class FileThreadStore implements ThreadStore, AsyncDisposable {
  readonly #options: FileThreadStoreOptions;
  readonly #writer = randomUUID().replaceAll('-', '').slice(0, 12);
  readonly #writers = new Map<ThreadId, ThreadWriter>();
  /** The first entry of each thread that was read. */
  readonly #firsts = new Map<ThreadId, EntryOf<'thread'>>();

  constructor(options: FileThreadStoreOptions) {
    this.#options = options;
  }

  /**
   * Resolves once the system has the entries: they survive the end of this process. Messages, beginnings and results of
   * calls, changes of files and ends of turns survive a power failure, and so does everything before them.
   * Errors: `DiskFullError`, `PermissionDeniedError`, `ThreadStoreError`; an error after the disposal.
   */
  async append(thread: ThreadId, entries: readonly ThreadEntry[]): Promise<void> {
    await this.#writerOf(thread).append(entries);
  }

  /** Errors: `DataCorruptionError` when nothing of the thread can be read; those of the file system. */
  async *read(thread: ThreadId, onDamage?: (damage: ThreadDamage) => void): AsyncIterable<ThreadEntry> {
    const writer = this.#writerOf(thread);
    await writer.settled();
    const { sources, origin, damages } = await readThread(this.#options.folder, thread);
    const isEmpty = sources.every(({ length }) => length === 0);
    const damage = damages.find(({ kind }) => kind === 'damaged');
    if (isEmpty && damage !== undefined)
      throw new DataCorruptionError(`Nothing of the conversation ${thread} can be read. ${damage.sentence}`, {
        thread,
      });
    const isWriting = damages.some(({ kind }) => kind === 'torn') && (await writer.isHeldElsewhere());
    for (const found of damages) {
      // Another process may be about to write the rest.
      if (found.kind === 'torn' && isWriting) continue;
      if (onDamage === undefined) this.#options.onProblem(found.sentence);
      else onDamage(found);
    }
    let isFirst = true;
    for (const entry of mergeEntries(sources, origin)) {
      if (isFirst && entry.kind === 'thread') this.#firsts.set(thread, entry);
      isFirst = false;
      yield entry;
      if (readingBreaks.isDue) await readingBreaks.take();
    }
  }

  /** Leaves out threads that cannot be read, and reports them. Cost: reads every thread. */
  async list(): Promise<readonly ThreadSummary[]> {
    const summaries: ThreadSummary[] = [];
    for (const id of await listThreadIds(this.#options.folder)) {
      try {
        const entries: ThreadEntry[] = [];
        for await (const entry of this.read(id)) entries.push(entry);
        if (entries.length > 0) summaries.push(summarize(id, entries));
      } catch (error) {
        this.#options.onProblem(messageOf(error));
      }
    }
    return summaries.sort((a, b) => b.changedAt - a.changedAt);
  }

  /** Whether another living process writes to this thread. */
  isHeldElsewhere(thread: ThreadId): Promise<boolean> {
    return this.#writerOf(thread).isHeldElsewhere();
  }

  /** Claims a thread for this process, before it is read to be continued. Errors: those of the file system. */
  claim(thread: ThreadId): Promise<Claim> {
    return this.#writerOf(thread).claim();
  }

  /**
   * Takes a thread over from the process that holds it, unless `isBusy`, which has seen all that began there. Resolves to
   * whether it is held here now. Default: it is taken whatever runs there. Errors: those of the file system, and of `isBusy`.
   */
  take(thread: ThreadId, isBusy?: () => Promise<boolean>): Promise<boolean> {
    return this.#writerOf(thread).take(isBusy);
  }

  /** Writes what was appended, and compresses long files. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#writers.values()].map((writer) => writer.close()));
  }

  #writerOf(thread: ThreadId): ThreadWriter {
    parseThreadId(thread);
    const known = this.#writers.get(thread);
    if (known !== undefined) return known;
    const { folder, disk = nodeDisk, program, maxPlainBytes } = this.#options;
    const writer = new ThreadWriter({
      disk,
      folder,
      thread,
      writer: this.#writer,
      ...omitUndefined({ program, maxPlainBytes }),
      findFirst: () => this.#findFirst(thread),
    });
    this.#writers.set(thread, writer);
    return writer;
  }

  async #findFirst(thread: ThreadId): Promise<EntryOf<'thread'> | undefined> {
    const known = this.#firsts.get(thread);
    if (known !== undefined) return known;
    const { sources, origin } = await readThread(this.#options.folder, thread);
    for (const first of mergeEntries(sources, origin)) return first.kind === 'thread' ? first : undefined;
    return undefined;
  }
}

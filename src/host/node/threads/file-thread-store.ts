import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ThreadFormatError, ThreadNotFoundError } from '../../../actors/protocol/errors.js';
import { isRecord } from '../../../actors/protocol/json-shape.js';
import type { ThreadEntry, ThreadId } from '../../../actors/protocol/thread.js';
import type { ThreadStore, ThreadSummary } from '../../../actors/protocol/thread-store.js';
import { summarize } from '../../../actors/threads/summarize.js';
import { encodeLine } from './encode-line.js';
import { readLines } from './read-lines.js';
import { ThreadFile } from './thread-file.js';

const EXTENSION = '.jsonl';

// Ids are names of files: one that leads to another folder is none.
const THREAD_ID = /^[\w-]{1,100}$/;

interface FileThreadStoreOptions {
  /** Absolute. Made with the first entry. */
  readonly folder: string;
  /** Reports a thread of which a part could not be read, as a sentence. */
  readonly onProblem: (sentence: string) => void;
}

/**
 * Stores each thread in a file of its own: one line of JSON for each entry, in the order of `append`. Several processes
 * may use one folder; a thread is written by the first one that appends to it, until that closes its store or ends. A
 * line that a killed process left unfinished is ignored and reported.
 */
export class FileThreadStore implements ThreadStore, AsyncDisposable {
  readonly #options: FileThreadStoreOptions;
  readonly #files = new Map<ThreadId, ThreadFile>();

  constructor(options: FileThreadStoreOptions) {
    this.#options = options;
  }

  /**
   * Resolves once the system has the entries: they survive the end of this process, not a power failure.
   * Errors: those of the file system; an error while another process writes to this thread, and after the disposal.
   */
  async append(thread: ThreadId, entries: readonly ThreadEntry[]): Promise<void> {
    await this.#fileOf(thread).append(encodeLines(entries));
  }

  /** Errors: `ThreadFormatError` for a line that is no entry; those of the file system. */
  async *read(thread: ThreadId): AsyncIterable<ThreadEntry> {
    await this.#files.get(thread)?.settled();
    let seq = 0;
    for await (const { text, isTorn } of readLines(this.#pathOf(thread))) {
      if (isTorn) {
        this.#options.onProblem(
          `The last entry of the conversation ${thread} was left unfinished (${text.length} characters) and is ignored.`,
        );
        return;
      }
      const entry = readEntry(text);
      if (entry === undefined)
        throw new ThreadFormatError(
          `The thread ${thread} is damaged: expected entry ${seq} as a line of JSON, got ${JSON.stringify(text.slice(0, 40))}. Nothing of it was changed.`,
          { thread, problem: 'broken sequence', seq },
        );
      yield entry;
      seq += 1;
    }
  }

  /** Leaves out threads that cannot be read, and reports them. Cost: reads every thread. */
  async list(): Promise<readonly ThreadSummary[]> {
    const names = await readdir(this.#options.folder).catch(() => []);
    const summaries: ThreadSummary[] = [];
    for (const name of names) {
      if (!name.endsWith(EXTENSION)) continue;
      const id = name.slice(0, -EXTENSION.length) as ThreadId;
      try {
        const entries: ThreadEntry[] = [];
        for await (const entry of this.read(id)) entries.push(entry);
        if (entries.length > 0) summaries.push(summarize(id, entries));
      } catch (error) {
        this.#options.onProblem(error instanceof Error ? error.message : String(error));
      }
    }
    return summaries.sort((a, b) => b.changedAt - a.changedAt);
  }

  /** Whether another living process writes to this thread. */
  isHeldElsewhere(thread: ThreadId): Promise<boolean> {
    return this.#fileOf(thread).isHeldElsewhere();
  }

  /** Writes what was appended, and lets other processes write to its threads. */
  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#files.values()].map((file) => file.close()));
  }

  #fileOf(thread: ThreadId): ThreadFile {
    const known = this.#files.get(thread);
    if (known !== undefined) return known;
    const file = new ThreadFile(this.#pathOf(thread));
    this.#files.set(thread, file);
    return file;
  }

  #pathOf(thread: ThreadId): string {
    if (!THREAD_ID.test(thread)) throw new ThreadNotFoundError(`There is no thread ${thread}.`, { thread });
    return join(this.#options.folder, thread + EXTENSION);
  }
}

/** Checks only what identifies an entry: `checkEntries` checks the sequence. */
function readEntry(line: string): ThreadEntry | undefined {
  try {
    const entry: unknown = JSON.parse(line);
    const isEntry =
      isRecord(entry) &&
      typeof entry['id'] === 'string' &&
      typeof entry['seq'] === 'number' &&
      typeof entry['kind'] === 'string';
    return isEntry ? (entry as unknown as ThreadEntry) : undefined;
  } catch {
    return undefined;
  }
}

function* encodeLines(entries: readonly ThreadEntry[]): Iterable<string> {
  for (const entry of entries) yield* encodeLine(entry);
}

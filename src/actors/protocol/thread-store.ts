import type { EntryId, ThreadEntry, ThreadId } from './thread.js';

/** A thread as a list shows it. */
export interface ThreadSummary {
  readonly id: ThreadId;
  /** The name that the person chose, or the beginning of the first message; empty before that. */
  readonly title: string;
  /** The workspace folders, absolute: those that it was made in, or the newest that it was adopted into. */
  readonly roots: readonly string[];
  /** When its first and its newest entry were appended. Units: milliseconds since 1970. */
  readonly createdAt: number;
  readonly changedAt: number;
  readonly entries: number;
  /** Number of messages of the person. */
  readonly messages: number;
  readonly isArchived: boolean;
}

/** Entries that a store no longer has. */
export interface ThreadDamage {
  /** Where it is: a file of the store, as the person may look at it. */
  readonly place: string;
  /** The numbers of the lost entries, where they can be told. */
  readonly seqs?: { readonly from: number; readonly to: number };
  /** `torn`: a write that a crash cut off, and nobody was told of; `damaged`: entries that had been stored. */
  readonly kind: 'torn' | 'damaged';
  /** All of it, as a sentence for the person. */
  readonly sentence: string;
}

/**
 * Storage for threads.
 * Source: SPEC H4.
 */
export interface ThreadStore {
  /**
   * Appends entries to a thread. Resolves once they are stored. Calls for one thread take effect in the order in which
   * they were made.
   * Errors: those of the medium. The store then has none of these entries, and must not store later ones that were
   * already passed to it.
   */
  append(thread: ThreadId, entries: readonly ThreadEntry[]): Promise<void>;
  /**
   * The entries of a thread, parents before children, by rising `seq`; none for an unknown thread. Damaged
   * entries are left out and reported to `onDamage`.
   */
  read(thread: ThreadId, onDamage?: (damage: ThreadDamage) => void): AsyncIterable<ThreadEntry>;
  /** All threads but deleted ones, the most recently changed first. */
  list(): Promise<readonly ThreadSummary[]>;
}

/** A message or an answer in which a search found its words. */
export interface ThreadHit {
  readonly thread: ThreadId;
  readonly title: string;
  readonly entry: EntryId;
  readonly at: number;
  readonly role: 'user' | 'assistant';
  /** The text around the first occurrence, on one line. */
  readonly excerpt: string;
  /** The occurrences in `excerpt`, in order. Units: UTF-16 units. */
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
}

/** A thread in the trash. */
export interface DeletedThread extends ThreadSummary {
  readonly deletedAt: number;
  /** What deleting it for good would free. Units: bytes. */
  readonly bytes: number;
}

/**
 * A store with all that a person does with threads. Lists and search are derived from the threads; their caches may be
 * deleted at any time.
 * Source: SPEC H1, H5, H6.
 */
export interface ThreadLibrary extends ThreadStore {
  /**
   * Messages and answers that contain all words of the query, whatever their case; the most recently changed threads
   * first. Empty for a query without a word.
   */
  search(
    query: string,
    options?: { readonly limit?: number; readonly signal?: AbortSignal },
  ): Promise<readonly ThreadHit[]>;
  /** Moves a thread to the trash. Errors: `ThreadNotFoundError`; an error while another process writes to it. */
  delete(thread: ThreadId): Promise<void>;
  /** Takes a thread out of the trash. Errors: `ThreadNotFoundError`. */
  restore(thread: ThreadId): Promise<void>;
  /** The threads in the trash, the most recently deleted first. */
  listDeleted(): Promise<readonly DeletedThread[]>;
  /** Deletes threads of the trash for good. Resolves to what that freed, in bytes. Errors: `ThreadNotFoundError`. */
  purge(threads: readonly ThreadId[]): Promise<number>;
  /**
   * Adds a thread with these entries, from an export. Its id is a new one if the store has another thread of that id.
   * Errors: `InvalidJSONError`, `SchemaVersionError`.
   */
  add(exported: string): Promise<ThreadId>;
  /** Folders of threads whose workspace folders are not there any more, the most recently changed first. */
  listOrphans(): Promise<readonly OrphanedThreads[]>;
  /** Brings the threads of a moved workspace here. Errors: `ThreadNotFoundError` for an unknown one. */
  adopt(roots: readonly string[]): Promise<readonly ThreadId[]>;
}

/** Threads of workspace folders that are gone. */
export interface OrphanedThreads {
  readonly roots: readonly string[];
  readonly threads: number;
  readonly changedAt: number;
  /** Whether the folder of this workspace looks like the moved one: by its name, or by the names in it. */
  readonly isLikely: boolean;
}

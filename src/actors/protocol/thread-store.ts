import type { ThreadEntry, ThreadId } from './thread.js';

/** A thread as a list shows it. */
export interface ThreadSummary {
  readonly id: ThreadId;
  /** The name that the person chose, or the beginning of the first message; empty before that. */
  readonly title: string;
  readonly roots: readonly string[];
  /** When its first and its newest entry were appended. Units: milliseconds since 1970. */
  readonly createdAt: number;
  readonly changedAt: number;
  readonly entries: number;
}

/**
 * Storage for threads. A thread has one writer at a time.
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
  /** The entries of a thread by `seq`; none for an unknown thread. */
  read(thread: ThreadId): AsyncIterable<ThreadEntry>;
  /** All threads, the most recently changed first. */
  list(): Promise<readonly ThreadSummary[]>;
}

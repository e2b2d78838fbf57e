import type { ThreadEntry, ThreadId } from './thread.js';

/** A thread as a list shows it. */
export interface ThreadSummary {
  readonly id: ThreadId;
  /** What the person named it, or the beginning of the first message; empty before that. */
  readonly title: string;
  readonly roots: readonly string[];
  /** When its first and its newest entry were appended. Units: milliseconds since 1970. */
  readonly createdAt: number;
  readonly changedAt: number;
  readonly entries: number;
}

/**
 * Where threads are kept. One program writes a thread at a time.
 * Source: SPEC H4.
 */
export interface ThreadStore {
  /**
   * Keeps these entries behind those that the thread has. Resolves once they are kept; calls for one thread are
   * carried out in the order in which they were made.
   * Errors: whatever the medium says; then none of these entries is kept, and no later one may be.
   */
  append(thread: ThreadId, entries: readonly ThreadEntry[]): Promise<void>;
  /** The entries of a thread by their `seq`; none for a thread that is not there. */
  read(thread: ThreadId): AsyncIterable<ThreadEntry>;
  /** Every thread, the one that changed last first. */
  list(): Promise<readonly ThreadSummary[]>;
}

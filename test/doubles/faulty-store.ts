import type { ThreadEntry, ThreadId } from '../../src/actors/protocol/thread.js';
import type { ThreadStore, ThreadSummary } from '../../src/actors/protocol/thread-store.js';
import { MemoryThreadStore } from '../../src/actors/threads/memory-store.js';

/** Stores threads in memory, and nothing any more from the append with the index `failsAt` on, until it is healed. */
export class FaultyStore implements ThreadStore {
  failsAt: number;
  /** Number of appends so far, the failed ones included. */
  appends = 0;
  readonly #inner = new MemoryThreadStore();

  constructor(failsAt = Infinity) {
    this.failsAt = failsAt;
  }

  async append(thread: ThreadId, entries: readonly ThreadEntry[]): Promise<void> {
    const index = this.appends++;
    await Promise.resolve();
    if (index >= this.failsAt) throw new Error('The disk is full.');
    await this.#inner.append(thread, entries);
  }

  read(thread: ThreadId): AsyncIterable<ThreadEntry> {
    return this.#inner.read(thread);
  }

  list(): Promise<readonly ThreadSummary[]> {
    return this.#inner.list();
  }

  heal(): void {
    this.failsAt = Infinity;
  }

  /** What the store has of a thread. */
  async entries(thread: ThreadId): Promise<readonly ThreadEntry[]> {
    const entries: ThreadEntry[] = [];
    for await (const entry of this.read(thread)) entries.push(entry);
    return entries;
  }
}

import type { ThreadEntry, ThreadId } from '../protocol/thread.js';
import type { ThreadStore, ThreadSummary } from '../protocol/thread-store.js';
import { summarize } from './summarize.js';

/** Keeps threads in memory, until the process ends. */
export class MemoryThreadStore implements ThreadStore {
  readonly #threads = new Map<ThreadId, ThreadEntry[]>();

  append(thread: ThreadId, entries: readonly ThreadEntry[]): Promise<void> {
    const kept = this.#threads.get(thread);
    if (kept === undefined) this.#threads.set(thread, [...entries]);
    else for (const item of entries) kept.push(item);
    return Promise.resolve();
  }

  async *read(thread: ThreadId): AsyncIterable<ThreadEntry> {
    yield* this.#threads.get(thread) ?? [];
  }

  list(): Promise<readonly ThreadSummary[]> {
    const summaries = [...this.#threads].map(([id, entries]) => summarize(id, entries));
    return Promise.resolve(summaries.sort((a, b) => b.changedAt - a.changedAt));
  }
}

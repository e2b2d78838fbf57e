import type { EntryKind, ThreadEntry, ThreadId } from '../protocol/thread.js';
import type { ThreadSummary } from '../protocol/thread-store.js';
import { summarize } from './summarize.js';

// The kinds of which the newest entry decides.
const NEWEST: ReadonlySet<EntryKind> = new Set(['renamed', 'archived', 'adopted', 'thread']);

/** The summary of a thread whose entries come one by one, so that nobody has to hold all of them. */
export class SummaryFold {
  /** The entries that a summary depends on. */
  readonly #decisive = new Map<string, ThreadEntry>();
  #entries = 0;
  #messages = 0;

  add(entry: ThreadEntry): void {
    if (this.#entries === 0) this.#decisive.set('first', entry);
    this.#entries += 1;
    this.#decisive.set('last', entry);
    if (NEWEST.has(entry.kind)) this.#decisive.set(entry.kind, entry);
    if (entry.kind !== 'user_message') return;
    this.#messages += 1;
    if (!this.#decisive.has('message')) this.#decisive.set('message', entry);
  }

  /** `undefined` before the first entry. */
  summary(id: ThreadId): ThreadSummary | undefined {
    if (this.#entries === 0) return undefined;
    const decisive = [...new Set(this.#decisive.values())].sort((a, b) => a.seq - b.seq);
    return { ...summarize(id, decisive), entries: this.#entries, messages: this.#messages };
  }
}

import type { EntryKind, ThreadEntry, ThreadId } from '../protocol/thread.js';
import type { ThreadSummary } from '../protocol/thread-store.js';
import { summarize } from './summarize.js';

// The kinds of which the newest entry decides.
const NEWEST: ReadonlySet<EntryKind> = new Set(['renamed', 'archived', 'adopted', 'thread']);

/** The summary of a thread whose entries come one by one, so that nobody has to hold all of them. */
export class SummaryFold {
  readonly #before: ThreadSummary | undefined;
  /** The entries that a summary depends on. */
  readonly #decisive = new Map<string, ThreadEntry>();
  #entries = 0;
  #messages = 0;

  /** `before`: the summary of the entries that come before them, with a title. Default: there are none. */
  constructor(before?: ThreadSummary) {
    this.#before = before;
  }

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
    if (this.#entries === 0) return this.#before;
    const decisive = [...new Set(this.#decisive.values())].sort((a, b) => a.seq - b.seq);
    const summary = { ...summarize(id, decisive), entries: this.#entries, messages: this.#messages };
    return this.#before === undefined ? summary : this.#extend(this.#before, summary);
  }

  #extend(before: ThreadSummary, added: ThreadSummary): ThreadSummary {
    return {
      ...before,
      title: this.#decisive.has('renamed') ? added.title : before.title,
      roots: this.#decisive.has('adopted') ? added.roots : before.roots,
      changedAt: added.changedAt,
      entries: before.entries + added.entries,
      messages: before.messages + added.messages,
      isArchived: this.#decisive.has('archived') ? added.isArchived : before.isArchived,
    };
  }
}

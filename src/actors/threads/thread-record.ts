import { messageOf } from '../protocol/errors/message-of.js';
import { omitUndefined } from '../protocol/json/omit-undefined.js';
import type {
  EntryBody,
  EntryId,
  EntryOf,
  LiveEvent,
  ThreadEntry,
  ThreadId,
  TurnId,
} from '../protocol/thread.js';
import { ENTRY_VERSION } from '../protocol/thread.js';
import { ThreadNotFoundError, ThreadStoreError } from '../protocol/errors.js';
import { joinSentences } from '../protocol/sentences.js';
import type { ThreadStore } from '../protocol/thread-store.js';
import { EventStream } from '../runtime/stream.js';
import { branchTo } from './branch.js';
import { checkEntries } from './check-entries.js';
import { foldLive, type LiveState, mergeLive, NOTHING_LIVE, settleLive } from './live-state.js';

// Number of events that may wait for a slow subscriber before live ones are merged: it will read them at once anyway.
const SUBSCRIBER_CAPACITY = 256;

/** An event for the subscribers of a thread. */
export type ThreadEvent =
  | { readonly type: 'entry'; readonly entry: ThreadEntry }
  | { readonly type: 'live'; readonly event: LiveEvent }
  /** The live state at this moment; it replaces the one that the subscriber has. */
  | { readonly type: 'live_state'; readonly state: LiveState };

export interface ThreadRecordOptions {
  readonly id: ThreadId;
  readonly store: ThreadStore;
  /** Units: milliseconds since 1970. */
  readonly now: () => number;
  /** Returns an id that no other entry has. */
  readonly newId: () => string;
}

/** The turn of a new entry, and its position in the tree. */
export interface AppendPlace {
  readonly turn?: TurnId;
  /** The entry that the new one follows. Default: the newest one. */
  readonly parent?: EntryId;
}

/** Gets every event of a thread at once; must return soon and must not throw. */
export interface ThreadListener {
  onEvent(event: ThreadEvent): void;
  /** The store has failed: no more events come. */
  onFailure(error: unknown): void;
  /** The thread was closed: no more events come. Default: nothing happens. */
  onEnd?(): void;
}

/**
 * One thread: its entries, in memory and in a store, and its subscribers.
 *
 * `append` places an entry at once. Subscribers get it when the store has kept it, and live events after the entries
 * that precede them. When the store fails, the subscriptions end, the store gets no more entries, and `settled` rejects:
 * subscribers never see an entry that was not kept.
 */
export class ThreadRecord {
  readonly id: ThreadId;
  readonly #options: ThreadRecordOptions;
  readonly #entries: ThreadEntry[];
  #branch: ThreadEntry[];
  /** Resolves once all entries are kept; rejects once the store has failed. */
  #kept: Promise<void> = Promise.resolve();
  /** The live state that subscribers have. */
  #live: LiveState = NOTHING_LIVE;
  /** Number of entries that subscribers have. */
  #published: number;
  /** Events that wait until the store has kept the entries before them. */
  #waiting: ThreadEvent[] = [];
  #failure: { readonly error: unknown } | undefined;
  readonly #listeners = new Set<ThreadListener>();

  private constructor(options: ThreadRecordOptions, entries: ThreadEntry[]) {
    this.id = options.id;
    this.#options = options;
    this.#entries = entries;
    this.#published = entries.length;
    this.#branch = branchTo(entries);
  }

  /** A new thread, with its first entry. */
  static create(options: ThreadRecordOptions, roots: readonly string[]): ThreadRecord {
    const record = new ThreadRecord(options, []);
    record.append({ kind: 'thread', version: ENTRY_VERSION, roots });
    return record;
  }

  /**
   * A thread from the store; `undefined` if the store does not have it.
   * Errors: `SchemaVersionError`, `DataCorruptionError`; those of the store.
   */
  static async open(options: ThreadRecordOptions): Promise<ThreadRecord | undefined> {
    const entries: ThreadEntry[] = [];
    for await (const entry of options.store.read(options.id)) entries.push(entry);
    if (entries.length === 0) return undefined;
    checkEntries(options.id, entries);
    return new ThreadRecord(options, entries);
  }

  /** A thread with these entries, which its store gets now. */
  static fromEntries(options: ThreadRecordOptions, entries: readonly ThreadEntry[]): ThreadRecord {
    const record = new ThreadRecord(options, [...entries]);
    record.#published = 0;
    for (const entry of entries) record.#keep(entry);
    return record;
  }

  /** All entries by `seq`, those of other branches and those not kept yet included. Grows with each `append`. */
  get entries(): readonly ThreadEntry[] {
    return this.#entries;
  }

  /** The entries of the current branch, which ends with the newest entry, oldest first. */
  get branch(): readonly ThreadEntry[] {
    return this.#branch;
  }

  /** The entry of an id. Errors: `ThreadNotFoundError`. */
  find(id: string): ThreadEntry {
    const entry = this.#entries.find((candidate) => candidate.id === id);
    if (entry !== undefined) return entry;
    throw new ThreadNotFoundError(`The thread ${this.id} has no such entry: ${id}.`, {
      thread: this.id,
      entry: id,
    });
  }

  /** The message of an id. Errors: `ThreadNotFoundError` for anything else. */
  findMessage(id: string): EntryOf<'user_message'> & { readonly parent: EntryId } {
    const entry = this.find(id);
    const { parent } = entry;
    if (entry.kind === 'user_message' && parent !== null) return { ...entry, parent };
    throw new ThreadNotFoundError(`The thread ${this.id} has no such message: ${id}.`, {
      thread: this.id,
      entry: id,
    });
  }

  /** The live state that subscribers have. */
  get live(): LiveState {
    return this.#live;
  }

  /**
   * Adds an entry at the end of the current branch, or starts another branch behind `parent`.
   * Errors: `RangeError` when the thread has no such parent. Failures of the store reject `settled`.
   */
  append(body: EntryBody, place: AppendPlace = {}): ThreadEntry {
    const { now, newId } = this.#options;
    const newest = this.#entries.at(-1)?.id;
    const { turn, parent = newest } = place;
    if (parent !== newest && !this.#entries.some(({ id }) => id === parent))
      throw new RangeError(`Expected the parent to be an entry of thread ${this.id}, got ${parent}.`);
    const entry = {
      id: newId() as EntryId,
      parent: parent ?? null,
      seq: (this.#entries.at(-1)?.seq ?? -1) + 1,
      at: now(),
      ...omitUndefined({ turn }),
      ...body,
    } as ThreadEntry;
    this.#entries.push(entry);
    if (parent === newest) this.#branch.push(entry);
    else this.#branch = branchTo(this.#entries, entry.id);
    if (this.#failure === undefined) this.#keep(entry);
    return entry;
  }

  /** Adds an entry like `append`. Resolves once it is kept. Errors: `RangeError`, `ThreadStoreError`. */
  async appendStored(body: EntryBody, place?: AppendPlace): Promise<void> {
    this.append(body, place);
    await this.settled();
  }

  /** Resolves once every entry so far is kept. Errors: `ThreadStoreError`. */
  settled(): Promise<void> {
    return this.#kept;
  }

  /** Sends a live event to the subscribers, after the entries that precede it. */
  stream(event: LiveEvent): void {
    if (this.#failure !== undefined) return;
    const live = { type: 'live', event } as const;
    const last = this.#waiting.at(-1);
    if (last === undefined) {
      this.#publish(live);
      return;
    }
    const merged = mergeEvents(last, live);
    if (merged === undefined) this.#waiting.push(live);
    else this.#waiting[this.#waiting.length - 1] = merged;
  }

  /** Calls `listener` with every event from now on, until the returned function is called. */
  listen(listener: ThreadListener): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Why the store has failed; `undefined` while it has not. */
  get failure(): { readonly error: unknown } | undefined {
    return this.#failure;
  }

  /**
   * The entries behind `after`, then the live state, then all events that follow. Leaving ends the subscription at once
   * and nothing else. A slow reader gets every entry, and merged live events: fewer than `SUBSCRIBER_CAPACITY`, or one
   * for each text between two entries.
   * Shape: `after` is the `seq` of the last entry that the caller has; default: none.
   * Errors: `ThreadStoreError` when the store has failed, after the entries that were kept.
   */
  subscribe(after = -1): AsyncIterableIterator<ThreadEvent, undefined> {
    let leave = (): void => undefined;
    const subscriber = new EventStream<ThreadEvent>({
      capacity: SUBSCRIBER_CAPACITY,
      merge: mergeEvents,
      // Texts of different channels may change places, so that one event of each is enough.
      mayOvertake: ({ type }) => type === 'live',
      onReturn: () => {
        leave();
      },
    });
    const known = this.#entries.findLastIndex(({ seq }) => seq <= after);
    for (const entry of this.#entries.slice(known + 1, this.#published))
      subscriber.push({ type: 'entry', entry });
    subscriber.push({ type: 'live_state', state: this.#live });
    if (this.#failure === undefined)
      leave = this.listen({
        onEvent: (event) => {
          subscriber.push(event);
        },
        onFailure: () => {
          subscriber.end();
        },
        onEnd: () => {
          subscriber.end();
        },
      });
    else subscriber.end();
    const events = subscriber[Symbol.asyncIterator]();
    let hasLeft = false;
    return {
      next: async () => {
        const step = await events.next();
        if (step.done !== true || hasLeft || this.#failure === undefined) return step;
        hasLeft = true;
        throw this.#failure.error;
      },
      return: async () => {
        hasLeft = true;
        await events.return?.();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  }

  /** Ends all subscriptions, without an error, once what there is so far was published. */
  async end(): Promise<void> {
    await this.#kept.catch(() => undefined);
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener.onEnd?.();
  }

  /** Gives the store no more entries, as if it had failed. Those so far are kept. */
  close(): void {
    const error = new ThreadStoreError(
      'The conversation was closed while a call ran, and nothing more of it is saved: open it again.',
      { thread: this.id },
    );
    this.#kept = Promise.reject(error);
    this.#kept.catch(() => undefined);
    this.#fail(error);
  }

  #keep(entry: ThreadEntry): void {
    this.#waiting.push({ type: 'entry', entry });
    const stored = this.#store(entry);
    // It may reject before the entries that precede it are kept, which come first.
    stored.catch(() => undefined);
    this.#kept = this.#kept
      .then(() => stored)
      .then(() => {
        this.#publishUpTo(entry.seq);
      });
    this.#kept.catch((error: unknown) => {
      this.#fail(error);
    });
  }

  /** Errors: `ThreadStoreError`. */
  async #store(entry: ThreadEntry): Promise<void> {
    try {
      await this.#options.store.append(this.id, [entry]);
    } catch (error) {
      const reason = messageOf(error);
      throw new ThreadStoreError(
        joinSentences(
          `The conversation could not be saved: ${reason}`,
          'What was saved before is safe: open the thread again to go on from there.',
        ),
        { thread: this.id },
        { cause: error },
      );
    }
  }

  #publishUpTo(seq: number): void {
    if (this.#failure !== undefined) return;
    const end = this.#waiting.findIndex((event) => event.type === 'entry' && event.entry.seq > seq);
    const ready = this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
    for (const event of ready) this.#publish(event);
  }

  #publish(event: ThreadEvent): void {
    if (event.type === 'entry') {
      this.#published += 1;
      this.#live = settleLive(this.#live, event.entry);
    } else if (event.type === 'live') this.#live = foldLive(this.#live, event.event);
    for (const listener of this.#listeners) listener.onEvent(event);
  }

  #fail(error: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = { error };
    this.#waiting = [];
    const listeners = [...this.#listeners];
    this.#listeners.clear();
    for (const listener of listeners) listener.onFailure(error);
  }
}

function mergeEvents(last: ThreadEvent, next: ThreadEvent): ThreadEvent | undefined {
  if (last.type !== 'live' || next.type !== 'live') return undefined;
  const event = mergeLive(last.event, next.event);
  return event === undefined ? undefined : { type: 'live', event };
}

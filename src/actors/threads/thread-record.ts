import type { EntryBody, EntryId, LiveEvent, ThreadEntry, ThreadId, TurnId } from '../protocol/thread.js';
import { ENTRY_VERSION } from '../protocol/thread.js';
import type { ThreadStore } from '../protocol/thread-store.js';
import { EventStream } from '../runtime/stream.js';
import { branchTo } from './branch.js';
import { foldLive, type LiveState, NOTHING_LIVE, settleLive } from './live-state.js';

// Events that wait for a slow subscriber before live ones are merged: one that is so far behind reads in bulk anyway.
const SUBSCRIBER_CAPACITY = 256;

/** What a subscriber of a thread is told. */
export type ThreadEvent =
  | { readonly type: 'entry'; readonly entry: ThreadEntry }
  | { readonly type: 'live'; readonly event: LiveEvent }
  /** All that is live at this moment, in place of what the subscriber knew of it. */
  | { readonly type: 'live_state'; readonly state: LiveState };

export interface ThreadRecordOptions {
  readonly id: ThreadId;
  readonly store: ThreadStore;
  /** Units: milliseconds since 1970. */
  readonly now: () => number;
  /** A name that no other entry has. */
  readonly newId: () => string;
}

/** Where an entry is to stand. */
export interface AppendPlace {
  readonly turn?: TurnId;
  /** The entry that it follows. Default: the newest one. */
  readonly parent?: EntryId | null;
}

type Subscriber = EventStream<ThreadEvent>;

/**
 * One thread: its entries, in memory and in a store, and those who watch it.
 *
 * `append` gives an entry its place at once; subscribers are told of it once the store has kept it, and of what is
 * streamed after it only then. A store that fails ends the thread: nothing is shown that was not kept.
 */
export class ThreadRecord {
  readonly id: ThreadId;
  readonly #options: ThreadRecordOptions;
  readonly #entries: ThreadEntry[];
  #branch: ThreadEntry[];
  /** What comes of the last `append`. It rejects once one has failed. */
  #kept: Promise<void> = Promise.resolve();
  /** What subscribers have been told, as the fold of it. */
  #live: LiveState = NOTHING_LIVE;
  /** How many entries subscribers have been told of. */
  #told: number;
  /** What waits for entries before it to be kept. */
  #waiting: ThreadEvent[] = [];
  #failure: unknown;
  readonly #subscribers = new Set<Subscriber>();

  private constructor(options: ThreadRecordOptions, entries: ThreadEntry[]) {
    this.id = options.id;
    this.#options = options;
    this.#entries = entries;
    this.#told = entries.length;
    this.#branch = branchTo(entries);
  }

  /** A new thread, with its first entry. */
  static create(options: ThreadRecordOptions, roots: readonly string[]): ThreadRecord {
    const record = new ThreadRecord(options, []);
    record.append({ kind: 'thread', version: ENTRY_VERSION, roots });
    return record;
  }

  /** The thread as the store has it; `undefined` where it has none of that id. Errors: those of the store. */
  static async open(options: ThreadRecordOptions): Promise<ThreadRecord | undefined> {
    const entries: ThreadEntry[] = [];
    for await (const entry of options.store.read(options.id)) entries.push(entry);
    return entries.length === 0 ? undefined : new ThreadRecord(options, entries);
  }

  /** All entries by their `seq`, those of other branches included. */
  get entries(): readonly ThreadEntry[] {
    return this.#entries;
  }

  /** The entries of the branch that the person is on, the oldest first. */
  get branch(): readonly ThreadEntry[] {
    return this.#branch;
  }

  /** What is live now. */
  get live(): LiveState {
    return this.#live;
  }

  /** Adds an entry at the end of the branch, or begins another branch behind `parent`. */
  append(body: EntryBody, place: AppendPlace = {}): ThreadEntry {
    const { now, newId, store, id: thread } = this.#options;
    const newest = this.#entries.at(-1);
    const parent = place.parent === undefined ? (newest?.id ?? null) : place.parent;
    const entry = {
      id: newId() as EntryId,
      parent,
      seq: this.#entries.length,
      at: now(),
      ...(place.turn === undefined ? {} : { turn: place.turn }),
      ...body,
    } as ThreadEntry;
    this.#entries.push(entry);
    if (parent === (newest?.id ?? null)) this.#branch.push(entry);
    else this.#branch = branchTo(this.#entries, entry.id);
    this.#waiting.push({ type: 'entry', entry });
    const stored = store.append(thread, [entry]);
    this.#kept = Promise.all([this.#kept, stored]).then(() => {
      this.#tell(entry.seq);
    });
    this.#kept.catch((error: unknown) => {
      this.#fail(error);
    });
    return entry;
  }

  /** Resolves once every entry so far is kept. Errors: the store's. */
  settled(): Promise<void> {
    return this.#kept;
  }

  /** Tells subscribers what is not kept. */
  stream(event: LiveEvent): void {
    if (this.#failure !== undefined) return;
    if (this.#waiting.length > 0) this.#waiting.push({ type: 'live', event });
    else this.#publish({ type: 'live', event });
  }

  /**
   * The entries behind `after`, then what is live, then all that comes. Leaving the loop ends the subscription and
   * nothing else. A slow reader gets live events merged, never an entry less.
   * Shape: `after` is the `seq` of the last entry that the caller has; default: none.
   * Errors: that of a store that failed, once everything kept was told.
   */
  async *subscribe(after = -1): AsyncGenerator<ThreadEvent, void> {
    const subscriber: Subscriber = new EventStream<ThreadEvent>({
      capacity: SUBSCRIBER_CAPACITY,
      merge: mergeLive,
      onReturn: () => {
        this.#subscribers.delete(subscriber);
      },
    });
    for (const entry of this.#entries.slice(after + 1, this.#told)) subscriber.push({ type: 'entry', entry });
    subscriber.push({ type: 'live_state', state: this.#live });
    if (this.#failure === undefined) this.#subscribers.add(subscriber);
    else subscriber.end();
    yield* subscriber;
    if (this.#failure !== undefined) throw this.#failure;
  }

  #tell(seq: number): void {
    if (this.#failure !== undefined) return;
    const end = this.#waiting.findIndex((event) => event.type === 'entry' && event.entry.seq > seq);
    const ready = this.#waiting.splice(0, end < 0 ? this.#waiting.length : end);
    for (const event of ready) this.#publish(event);
  }

  #publish(event: ThreadEvent): void {
    if (event.type === 'entry') {
      this.#told = event.entry.seq + 1;
      this.#live = settleLive(this.#live, event.entry);
    } else if (event.type === 'live') this.#live = foldLive(this.#live, event.event);
    for (const subscriber of this.#subscribers) subscriber.push(event);
  }

  #fail(error: unknown): void {
    if (this.#failure !== undefined) return;
    this.#failure = error;
    for (const subscriber of this.#subscribers) subscriber.end();
    this.#subscribers.clear();
  }
}

/** Parts of one text as one part. */
function mergeLive(last: ThreadEvent, next: ThreadEvent): ThreadEvent | undefined {
  if (last.type !== 'live' || next.type !== 'live') return undefined;
  const [a, b] = [last.event, next.event];
  const isSame =
    (a.type === 'token' && b.type === 'token' && a.channel === b.channel) ||
    (a.type === 'tool_output' && b.type === 'tool_output' && a.callId === b.callId && a.stream === b.stream);
  return isSame ? { type: 'live', event: { ...a, text: a.text + b.text } } : undefined;
}

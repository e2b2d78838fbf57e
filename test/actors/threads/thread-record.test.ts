import { isDeepStrictEqual } from 'node:util';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { branchTo } from '../../../src/actors/threads/branch.js';
import {
  foldLive,
  type LiveState,
  NOTHING_LIVE,
  settleLive,
} from '../../../src/actors/threads/live-state.js';
import { MemoryThreadStore } from '../../../src/actors/threads/memory-store.js';
import { type ThreadEvent, ThreadRecord } from '../../../src/actors/threads/thread-record.js';
import { type Deferred, deferred } from '../../../src/actors/runtime/deferred.js';
import type { EntryId, ThreadEntry, ThreadId } from '../../../src/actors/protocol/thread.js';
import type { ThreadStore } from '../../../src/actors/protocol/thread-store.js';
import { conversations, type Happening } from '../../arbitraries/conversation.js';
import { RUNS } from './property-runs.js';

const THREAD = 'thread' as ThreadId;

const FAILURE = { code: 'THREAD_STORE', cause: new Error('The disk is full.') };

/** Keeps entries when the test says so, and fails from the entry `failsAt` on. */
class SlowStore implements ThreadStore {
  readonly kept: ThreadEntry[] = [];
  readonly #inner = new MemoryThreadStore();
  readonly #failsAt: number;
  readonly #throws: boolean;
  #pending: { readonly entries: readonly ThreadEntry[]; readonly done: Deferred<void> }[] = [];
  #hasFailed = false;
  /** Appends that came after a failure. */
  lateAppends = 0;

  constructor(failsAt = Infinity, throws = false) {
    this.#failsAt = failsAt;
    this.#throws = throws;
  }

  append(_thread: ThreadId, entries: readonly ThreadEntry[]): Promise<void> {
    if (this.#hasFailed) this.lateAppends += 1;
    if (this.#throws && (entries[0]?.seq ?? 0) >= this.#failsAt) {
      this.#hasFailed = true;
      throw new Error('The disk is full.');
    }
    const done = deferred<void>();
    this.#pending.push({ entries, done });
    return done.promise;
  }

  /** Keeps the oldest `count` appends that wait. */
  async keep(count = this.#pending.length): Promise<void> {
    for (const { entries, done } of this.#pending.splice(0, count)) {
      if ((entries[0]?.seq ?? 0) >= this.#failsAt) {
        this.#hasFailed = true;
        done.reject(new Error('The disk is full.'));
      } else {
        this.kept.push(...entries);
        await this.#inner.append(THREAD, entries);
        done.resolve();
      }
    }
    await settle();
  }

  read(thread: ThreadId): AsyncIterable<ThreadEntry> {
    return this.#inner.read(thread);
  }

  list(): ReturnType<ThreadStore['list']> {
    return this.#inner.list();
  }
}

/** Lets every promise settle that can. */
function settle(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function makeRecord(store: ThreadStore): ThreadRecord {
  let names = 0;
  const now = (): number => names;
  return ThreadRecord.create({ id: THREAD, store, now, newId: () => `entry_${names++}` }, ['/work']);
}

/** Makes the same thing happen to a record. The first entry is that of `create`. */
function play(record: ThreadRecord, happening: Happening): void {
  if (happening.type === 'live') record.stream(happening.event);
  if (happening.type !== 'entry' || happening.entry.seq === 0) return;
  const { id, parent, seq, at, turn, ...body } = happening.entry;
  expect(id).toBe(`entry_${seq}`);
  expect(at).toBeGreaterThan(0);
  const place = { parent: parent as EntryId, ...(turn === undefined ? {} : { turn }) };
  record.append(body, place);
}

/** Somebody who watches a thread, leaves now and then, and keeps what it has read. */
class Watcher {
  readonly entries: ThreadEntry[] = [];
  /** Entries and live events in their order, with parts of one text as one. */
  readonly log: ThreadEvent[] = [];
  live: LiveState = NOTHING_LIVE;
  error: unknown;
  #events: AsyncIterableIterator<ThreadEvent, undefined> | undefined;
  #reading: Promise<void> | undefined;

  come(record: ThreadRecord): void {
    this.#events ??= record.subscribe(this.entries.at(-1)?.seq);
  }

  /** Reads all that there is, and goes on reading. */
  read(): void {
    const events = this.#events;
    if (events === undefined || this.#reading !== undefined) return;
    this.#reading = this.#readAll(events);
  }

  async leave(): Promise<void> {
    const events = this.#events;
    this.#events = undefined;
    await events?.return?.();
    await this.#reading;
    this.#reading = undefined;
  }

  async #readAll(events: AsyncIterableIterator<ThreadEvent, undefined>): Promise<void> {
    try {
      for (let step = await events.next(); step.done !== true; step = await events.next())
        if (this.#events === events) this.#take(step.value);
    } catch (error) {
      this.error = error;
    }
  }

  #take(event: ThreadEvent): void {
    if (event.type !== 'live_state') addMerged(this.log, event);
    if (event.type === 'live_state') this.live = event.state;
    else if (event.type === 'live') this.live = foldLive(this.live, event.event);
    else {
      this.entries.push(event.entry);
      this.live = settleLive(this.live, event.entry);
    }
  }
}

/** Adds an event to a log in which neighbouring parts of one text are one. */
function addMerged(log: ThreadEvent[], event: ThreadEvent): void {
  const last = log.at(-1);
  if (last?.type === 'live' && event.type === 'live') {
    const { text, ...kind } = event.event;
    const { text: before, ...lastKind } = last.event;
    if (isDeepStrictEqual(kind, lastKind)) {
      log[log.length - 1] = { type: 'live', event: { ...event.event, text: before + text } };
      return;
    }
  }
  log.push(event);
}

const steps = fc.array(fc.nat(9), { minLength: 1, maxLength: 40 });

interface Watched {
  readonly record: ThreadRecord;
  readonly watchers: readonly [Watcher, Watcher, Watcher];
}

/** Plays a conversation while three watchers come and go: one that reads, one that leaves, one that reads at the end. */
async function playWatched(
  happenings: readonly Happening[],
  steps: readonly number[],
  store: SlowStore,
): Promise<Watched> {
  const record = makeRecord(store);
  const watchers = [new Watcher(), new Watcher(), new Watcher()] as const;
  const [steady, fickle, slow] = watchers;
  steady.come(record);
  steady.read();
  slow.come(record);
  for (const [index, happening] of happenings.entries()) {
    play(record, happening);
    const step = steps[index % steps.length] ?? 0;
    if (step === 0) await store.keep();
    if (step === 1) await store.keep(1);
    if (step === 2 || step === 3) fickle.come(record);
    if (step === 4 || step === 3) fickle.read();
    if (step === 5) await fickle.leave();
    if (step === 6) await settle();
  }
  await store.keep();
  fickle.come(record);
  for (const watcher of watchers) watcher.read();
  await settle();
  return { record, watchers };
}

test('law d: a subscriber who comes and goes misses and repeats nothing, however slow it is', async () => {
  await fc.assert(
    fc.asyncProperty(conversations, steps, async (happenings, order) => {
      const store = new SlowStore();
      const { record, watchers } = await playWatched(happenings, order, store);
      await record.settled();
      expect(store.kept).toEqual(record.entries);
      expect(record.branch).toEqual(branchTo(record.entries));
      const log: ThreadEvent[] = [];
      for (const happening of happenings) {
        if (happening.type === 'live') addMerged(log, happening);
        if (happening.type === 'entry')
          addMerged(log, { type: 'entry', entry: record.entries[happening.entry.seq] as ThreadEntry });
      }
      const [steady, , slow] = watchers;
      expect(steady.log).toEqual(log);
      expect(slow.log).toEqual(log);
      for (const watcher of watchers) {
        expect(watcher.entries).toEqual(store.kept);
        expect(watcher.live).toEqual(record.live);
        await watcher.leave();
      }
    }),
    { numRuns: RUNS },
  );
});

test('law d: a store that fails ends the record, and nothing is shown that was not kept', async () => {
  await fc.assert(
    fc.asyncProperty(
      conversations,
      steps,
      fc.nat(30),
      fc.boolean(),
      async (happenings, order, failsAt, throws) => {
        const store = new SlowStore(failsAt, throws);
        const { record, watchers } = await playWatched(happenings, order, store);
        const hasFailed = record.entries.length > failsAt;
        expect(store.kept).toEqual(record.entries.slice(0, Math.min(failsAt, record.entries.length)));
        for (const watcher of watchers) {
          expect(watcher.entries).toEqual(store.kept);
          if (hasFailed) expect(watcher.error).toMatchObject(FAILURE);
          else expect(watcher.error).toBeUndefined();
        }
        if (!hasFailed) {
          for (const watcher of watchers) await watcher.leave();
          return;
        }
        await expect(record.settled()).rejects.toThrow('The disk is full.');
        const { lateAppends } = store;
        record.append({ kind: 'notice', message: 'Too late.' });
        await expect(record.settled()).rejects.toThrow('The disk is full.');
        expect(store.lateAppends).toBe(lateAppends);
      },
    ),
    { numRuns: RUNS },
  );
});

test('a thread that is opened again has the same entries and branch', async () => {
  await fc.assert(
    fc.asyncProperty(conversations, async (happenings) => {
      const store = new MemoryThreadStore();
      const record = makeRecord(store);
      for (const happening of happenings) play(record, happening);
      await record.settled();
      const opened = await ThreadRecord.open({ id: THREAD, store, now: () => 0, newId: () => 'next' });
      expect(opened?.entries).toEqual(record.entries);
      expect(opened?.branch).toEqual(record.branch);
      const next = opened?.append({ kind: 'renamed', title: 'Other' });
      expect(next).toMatchObject({ seq: record.entries.length, parent: record.entries.at(-1)?.id });
    }),
    { numRuns: RUNS },
  );
});

test('a thread that the store does not have cannot be opened', async () => {
  const store = new MemoryThreadStore();
  expect(await ThreadRecord.open({ id: THREAD, store, now: () => 0, newId: () => 'x' })).toBeUndefined();
});

test('an entry behind an unknown parent is refused', () => {
  const record = makeRecord(new MemoryThreadStore());
  expect(() => record.append({ kind: 'switched' }, { parent: 'none' as EntryId })).toThrow(
    'Expected the parent to be an entry of thread thread, got none.',
  );
  expect(record.entries).toHaveLength(1);
});

test('a subscriber who leaves while it waits is released at once', async () => {
  const record = makeRecord(new MemoryThreadStore());
  await record.settled();
  const events = record.subscribe(0);
  expect((await events.next()).value).toEqual({ type: 'live_state', state: NOTHING_LIVE });
  const next = events.next();
  await events.return?.();
  expect(await next).toEqual({ done: true, value: undefined });
});

test('a slow subscriber gets the parts of one text as one', async () => {
  const record = makeRecord(new MemoryThreadStore());
  await record.settled();
  const events = record.subscribe(0);
  for (let part = 0; part < 10_000; part += 1) record.stream({ type: 'token', channel: 'answer', text: 'a' });
  let count = 0;
  let text = '';
  while (text.length < 10_000) {
    const { value } = await events.next();
    if (value?.type === 'live') text += value.event.text;
    count += 1;
  }
  expect(count).toBe(256);
  await events.return?.();
});

test('the live state stays small when a reply changes its channel all the time', async () => {
  const record = makeRecord(new MemoryThreadStore());
  await record.settled();
  const whole = { answer: '', reasoning: '' };
  for (let part = 0; part < 10_000; part += 1) {
    const channel = part % 2 === 0 ? 'answer' : 'reasoning';
    whole[channel] += `${part} `;
    record.stream({ type: 'token', channel, text: `${part} ` });
  }
  const { draft } = record.live;
  expect(draft.length).toBeLessThanOrEqual(64);
  for (const channel of ['answer', 'reasoning'] as const) {
    const parts = draft.filter((part) => part.channel === channel).map(({ text }) => text);
    expect(parts.join('')).toBe(whole[channel]);
  }
});

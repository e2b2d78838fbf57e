import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ThreadFormatError } from '../../../../src/actors/protocol/errors.js';
import type { EntryId, ThreadEntry, ThreadId } from '../../../../src/actors/protocol/thread.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { ThreadRecord } from '../../../../src/actors/threads/thread-record.js';
import { FileThreadStore } from '../../../../src/host/node/threads/file-thread-store.js';
import { LastThread } from '../../../../src/host/node/threads/last-thread.js';
import { makeTempDir, removeTempDir } from '../../../doubles/temp-dir.js';

const ID = 'thread-1' as ThreadId;

let folder: AbsPath;
let problems: string[];
let stores: FileThreadStore[];

beforeEach(() => {
  folder = makeTempDir();
  problems = [];
  stores = [];
});

afterEach(async () => {
  for (const store of stores) await store[Symbol.asyncDispose]();
  removeTempDir(folder);
});

/** A store as a window of its own has it. */
function openStore(): FileThreadStore {
  const store = new FileThreadStore({
    folder: join(folder, 'threads'),
    onProblem: (sentence) => problems.push(sentence),
  });
  stores.push(store);
  return store;
}

async function read(store: FileThreadStore, id = ID): Promise<ThreadEntry[]> {
  const entries: ThreadEntry[] = [];
  for await (const entry of store.read(id)) entries.push(entry);
  return entries;
}

function notice(seq: number, message = `Entry ${seq}`): ThreadEntry {
  return {
    id: `e${seq}` as EntryId,
    parent: seq === 0 ? null : (`e${seq - 1}` as EntryId),
    seq,
    at: 1_000 + seq,
    kind: 'notice',
    message,
  };
}

const path = (): string => join(folder, 'threads', `${ID}.jsonl`);

test('entries are read in the order in which they were appended, whatever is in them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.string({ unit: 'binary', maxLength: 40 }), { minLength: 1, maxLength: 4 }), {
        maxLength: 8,
      }),
      fc.uuid(),
      async (batches, id) => {
        const store = openStore();
        const thread = id as ThreadId;
        let seq = 0;
        const appended = batches.map((texts) => texts.map((text) => notice(seq++, text)));
        await Promise.all(appended.map((entries) => store.append(thread, entries)));
        await store[Symbol.asyncDispose]();
        expect(await read(openStore(), thread)).toEqual(appended.flat());
      },
    ),
    { numRuns: 100 },
  );
  expect(problems).toEqual([]);
});

test('an entry is in the file when its append is acknowledged, and before that of a later one', async () => {
  const store = openStore();
  const acknowledged: number[] = [];
  await Promise.all(
    [0, 1, 2, 3, 4].map(async (seq) => {
      await store.append(ID, [notice(seq)]);
      acknowledged.push(seq);
      expect(readFileSync(path(), 'utf8')).toContain(`"seq":${seq},`);
    }),
  );
  expect(acknowledged).toEqual([0, 1, 2, 3, 4]);
});

test('a last line that is torn anywhere is dropped and reported, and the next append takes its place', async () => {
  const whole = [notice(0), notice(1, 'täglich \u2028 \u{1F600}')];
  const first = openStore();
  await first.append(ID, whole);
  await first[Symbol.asyncDispose]();
  const bytes = readFileSync(path());
  const lineLength = bytes.length - bytes.indexOf(0x0a) - 1;
  for (let missing = 1; missing < lineLength; missing += 1) {
    writeFileSync(path(), bytes);
    truncateSync(path(), bytes.length - missing);
    problems = [];
    const store = openStore();
    expect(await read(store)).toEqual(whole.slice(0, 1));
    expect(problems).toEqual([
      expect.stringMatching(/^The last entry of the conversation thread-1 was left unfinished/),
    ]);
    await store.append(ID, [notice(1)]);
    await store[Symbol.asyncDispose]();
    problems = [];
    expect(await read(openStore())).toEqual([notice(0), notice(1)]);
    expect(problems).toEqual([]);
  }
});

test('bytes that are no UTF-8 move nothing: what follows them is appended behind them', async () => {
  const first = openStore();
  await first.append(ID, [notice(0, 'ab')]);
  await first[Symbol.asyncDispose]();
  const bytes = readFileSync(path());
  bytes.fill(0xff, bytes.indexOf('ab'), bytes.indexOf('ab') + 2);
  writeFileSync(path(), bytes);
  const store = openStore();
  await store.append(ID, [notice(1)]);
  await store[Symbol.asyncDispose]();
  expect(await read(openStore())).toEqual([notice(0, '\u{FFFD}\u{FFFD}'), notice(1)]);
});

test('a line in the middle that is no entry is an error, and nothing is changed', async () => {
  const store = openStore();
  await store.append(ID, [notice(0)]);
  appendFileSync(path(), 'oops\n');
  const before = readFileSync(path());
  await expect(read(store)).rejects.toThrow(ThreadFormatError);
  await expect(read(store)).rejects.toThrow(/expected entry 1 as a line of JSON, got "oops"/);
  expect(readFileSync(path())).toEqual(before);
});

test('a thread has one writer: another window is refused until the first one closes', async () => {
  const [first, second] = [openStore(), openStore()];
  await first.append(ID, [notice(0)]);
  expect([await first.isHeldElsewhere(ID), await second.isHeldElsewhere(ID)]).toEqual([false, true]);
  await expect(second.append(ID, [notice(1)])).rejects.toThrow('Another window writes to this conversation.');
  expect(await read(second)).toEqual([notice(0)]);

  await first[Symbol.asyncDispose]();
  expect(await second.isHeldElsewhere(ID)).toBe(false);
  await second.append(ID, [notice(1)]);
  expect(await read(second)).toEqual([notice(0), notice(1)]);
  await expect(first.append(ID, [notice(2)])).rejects.toThrow('This window is closing.');
});

test('two windows that begin to write at once: one of them does, and no entry of the other is in the file', async () => {
  for (let round = 0; round < 20; round += 1) {
    const id = `thread-${round}` as ThreadId;
    const outcomes = await Promise.allSettled(
      [0, 1, 2].map((n) => openStore().append(id, [notice(0, `Window ${n}`)])),
    );
    const winners = outcomes.flatMap(({ status }, n) => (status === 'fulfilled' ? [`Window ${n}`] : []));
    expect(winners).toHaveLength(1);
    expect(await read(openStore(), id)).toEqual([notice(0, winners[0])]);
  }
});

test('the lock of a window that has died counts for nothing, that of another machine does', async () => {
  const store = openStore();
  await store.append('other' as ThreadId, [notice(0)]);
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  const lock = (host: string): string => JSON.stringify({ host, pid: child.pid, started: '1', id: 'x' });
  writeFileSync(`${path()}.lock`, lock(hostname()));
  expect(await store.isHeldElsewhere(ID)).toBe(false);
  await store.append(ID, [notice(0)]);
  expect(await read(store)).toEqual([notice(0)]);

  const elsewhere = 'thread-2' as ThreadId;
  writeFileSync(join(folder, 'threads', `${elsewhere}.jsonl.lock`), lock('another-machine'));
  expect(await store.isHeldElsewhere(elsewhere)).toBe(true);
  await expect(store.append(elsewhere, [notice(0)])).rejects.toThrow('Another window');
});

test('a write that fails is no part of the thread, nor is what came after it', async () => {
  const blocked = join(folder, 'threads');
  writeFileSync(blocked, 'a file where the folder should be');
  const store = openStore();
  const outcomes = await Promise.allSettled([store.append(ID, [notice(0)]), store.append(ID, [notice(1)])]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  removeTempDir(blocked as AbsPath);
  await store.append(ID, [notice(0)]);
  expect(await read(store)).toEqual([notice(0)]);
});

test('nothing is left beside the threads when all windows are closed', async () => {
  const store = openStore();
  await store.append(ID, [notice(0)]);
  await store[Symbol.asyncDispose]();
  expect(readdirSync(join(folder, 'threads'))).toEqual([`${ID}.jsonl`]);
});

test('threads are listed with the newest change first; those that cannot be read are reported', async () => {
  const store = openStore();
  const write = async (id: string, at: number): Promise<void> => {
    const record = ThreadRecord.create(
      { id: id as ThreadId, store, now: () => at, newId: () => `${id}-${at++}` },
      ['/work'],
    );
    record.append({ kind: 'user_message', text: `Hi from ${id}`, attachments: [] });
    await record.settled();
  };
  await write('a', 1_000);
  await write('b', 2_000);
  writeFileSync(join(folder, 'threads', 'c.jsonl'), 'oops\n');
  writeFileSync(join(folder, 'threads', 'd.txt'), 'not a thread');
  const list = await openStore().list();
  expect(list.map(({ id, title, entries }) => [id, title, entries])).toEqual([
    ['b', 'Hi from b', 2],
    ['a', 'Hi from a', 2],
  ]);
  expect(problems).toEqual([expect.stringContaining('The thread c is damaged')]);
});

test.each(['../../etc/passwd', 'a/b', '', 'a\0b'])('%j is the id of no thread', async (id) => {
  await expect(read(openStore(), id as ThreadId)).rejects.toThrow('There is no thread');
});

test('the thread that was open last is known to the next window, or that none was', async () => {
  const last = new LastThread(join(folder, 'deep', 'last-thread'));
  expect(await last.read()).toBeUndefined();
  void last.write('other' as ThreadId);
  await last.write(ID);
  expect(await new LastThread(join(folder, 'deep', 'last-thread')).read()).toBe(ID);
  await last.write(undefined);
  expect(await last.read()).toBeUndefined();
  expect(readdirSync(join(folder, 'deep'))).toEqual(['last-thread']);
});

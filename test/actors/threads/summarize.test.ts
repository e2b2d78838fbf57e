import { expect, test } from 'vitest';
import { MemoryThreadStore } from '../../../src/actors/threads/memory-store.js';
import { summarize, titleOf } from '../../../src/actors/threads/summarize.js';
import type { EntryBody, ThreadEntry, ThreadId } from '../../../src/actors/protocol/thread.js';

const entry = (seq: number, at: number, body: EntryBody): ThreadEntry =>
  ({ id: `e${seq}`, parent: seq === 0 ? null : `e${seq - 1}`, seq, at, ...body }) as ThreadEntry;

const first = entry(0, 10, { kind: 'thread', version: 1, roots: ['/work'] });
const message = (text: string, at = 20): ThreadEntry =>
  entry(1, at, { kind: 'user_message', text, attachments: [] });
const renamed = entry(2, 30, { kind: 'renamed', title: 'Mine' });

test('a summary has the first message as its title until the thread is renamed', () => {
  const id = 't' as ThreadId;
  expect(summarize(id, [first, message(' Fix\n it ')])).toEqual({
    id,
    title: 'Fix it',
    roots: ['/work'],
    createdAt: 10,
    changedAt: 20,
    entries: 2,
    messages: 1,
    isArchived: false,
  });
  expect(summarize(id, [first, message('Fix it'), renamed])).toMatchObject({ title: 'Mine', changedAt: 30 });
  expect(titleOf([first])).toBe('');
});

test('a long title is cut between characters', () => {
  const title = titleOf([message('\u{1F600}'.repeat(50))]);
  expect(title).toBe(`${'\u{1F600}'.repeat(39)}…`);
});

test('a store in memory lists the thread that changed last first', async () => {
  const store = new MemoryThreadStore();
  await store.append('old' as ThreadId, [first, message('Old', 20)]);
  await store.append('new' as ThreadId, [first, message('New', 40)]);
  expect((await store.list()).map(({ id }) => id)).toEqual(['new', 'old']);
});

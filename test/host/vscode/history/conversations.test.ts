import { expect, test } from 'vitest';
import type { ThreadId } from '../../../../src/actors/protocol/thread.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { Conversations } from '../../../../src/host/vscode/history/conversations.js';

const OPEN = 'open' as ThreadId;
const STORED = 'stored' as ThreadId;

function makeConversations({ isRunning = false, isBusy = false, mayLeave = true } = {}) {
  const done: string[] = [];
  const conversations = new Conversations({
    session: {
      activity: { isRunning, questions: [] },
      threadId: OPEN,
      newChat: () => done.push('new'),
      open: (id) => {
        done.push(`open ${id}`);
        return Promise.resolve();
      },
    },
    terminals: {
      list: () => [{ id: '1', cwd: '/w' as AbsPath, isBusy, lastCommand: 'npm start' }],
      endAll: () => {
        done.push('end terminals');
        return Promise.resolve();
      },
    },
    confirm: () => {
      done.push('ask');
      return Promise.resolve(mayLeave);
    },
    onNew: () => done.push('shown'),
  });
  return { conversations, done };
}

test('a conversation in which nothing runs is left without a question, and its terminals end', async () => {
  const created = makeConversations();
  expect(await created.conversations.create()).toBe(true);
  expect(created.done).toEqual(['new', 'end terminals', 'shown']);
  const opened = makeConversations();
  expect(await opened.conversations.open(STORED)).toBe(true);
  expect(opened.done).toEqual(['open stored', 'end terminals']);
});

test.each([{ isRunning: true }, { isBusy: true }])(
  'with %j it asks, and stays if it may not',
  async (what) => {
    const stays = makeConversations({ ...what, mayLeave: false });
    expect(await stays.conversations.create()).toBe(false);
    expect(await stays.conversations.open(STORED)).toBe(false);
    expect(stays.done).toEqual(['ask', 'ask']);
    const leaves = makeConversations(what);
    expect(await leaves.conversations.create()).toBe(true);
    expect(leaves.done).toEqual(['ask', 'new', 'end terminals', 'shown']);
  },
);

test('the conversation that is shown is opened without a question, and nothing ends', async () => {
  const { conversations, done } = makeConversations({ isRunning: true });
  expect(await conversations.open(OPEN)).toBe(true);
  expect(done).toEqual([]);
});

import { expect, test } from 'vitest';
import type { ThreadId } from '../../../../src/actors/protocol/thread.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { Conversations } from '../../../../src/host/vscode/history/conversations.js';

const OPEN = 'open' as ThreadId;
const STORED = 'stored' as ThreadId;

interface World {
  readonly isRunning?: boolean;
  /** The terminals that run a command. */
  readonly busy?: readonly string[];
  readonly answer?: 'end' | 'keep';
}

/** The open chat has the terminals 1 and 2, the stored one has terminal 3. */
function makeConversations({ isRunning = false, busy = [], answer }: World = {}) {
  const done: string[] = [];
  const terminals = [
    { id: '1', thread: OPEN },
    { id: '2', thread: OPEN },
    { id: '3', thread: STORED },
  ].map((one) => ({
    ...one,
    cwd: '/w' as AbsPath,
    isBusy: busy.includes(one.id),
    lastCommand: `run ${one.id}`,
  }));
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
      list: (thread) => terminals.filter((one) => one.thread === thread),
      end: (id) => {
        done.push(`end ${id}`);
        return Promise.resolve();
      },
    },
    ask: ({ why, detail }) => {
      done.push(`${why}? ${detail.slice(0, detail.indexOf('.'))}`);
      return Promise.resolve(answer);
    },
    onNew: () => done.push('shown'),
  });
  return { conversations, done };
}

test('a chat in whose terminals nothing runs is left without a question, and only its own terminals end', async () => {
  const created = makeConversations({ busy: ['3'] });
  expect(await created.conversations.create()).toBe(true);
  expect(created.done).toEqual(['end 1', 'end 2', 'new', 'shown']);
  const opened = makeConversations();
  expect(await opened.conversations.open(STORED)).toBe(true);
  expect(opened.done).toEqual(['end 1', 'end 2', 'open stored']);
});

test('while a command runs in one of its terminals it asks, and stays when there is no answer', async () => {
  const { conversations, done } = makeConversations({ busy: ['1'] });
  expect(await conversations.create()).toBe(false);
  expect(await conversations.open(STORED)).toBe(false);
  const question = 'leave? Its terminals still run run 1';
  expect(done).toEqual([question, question]);
});

test('what runs ends or goes on as the person says, and terminals in which nothing runs end', async () => {
  const ended = makeConversations({ busy: ['1'], answer: 'end' });
  await ended.conversations.create();
  expect(ended.done.slice(1)).toEqual(['end 1', 'end 2', 'new', 'shown']);
  const kept = makeConversations({ busy: ['1'], answer: 'keep' });
  await kept.conversations.create();
  expect(kept.done.slice(1)).toEqual(['end 2', 'new', 'shown']);
});

test('a turn that runs goes on in the background with its terminals, and nothing is asked', async () => {
  const { conversations, done } = makeConversations({ isRunning: true, busy: ['1'] });
  expect(await conversations.create()).toBe(true);
  expect(await conversations.open(STORED)).toBe(true);
  expect(done).toEqual(['new', 'shown', 'open stored']);
});

test('a chat is deleted after a question about what runs in its terminals, whether or not it is shown', async () => {
  const stays = makeConversations({ busy: ['1', '3'] });
  expect(await stays.conversations.mayDelete(STORED)).toBe(false);
  expect(stays.done).toEqual(['delete? Its terminals still run run 3']);
  const goes = makeConversations({ busy: ['1', '3'], answer: 'end' });
  expect(await goes.conversations.mayDelete(STORED)).toBe(true);
  expect(goes.done.slice(1)).toEqual(['end 3']);
});

test('the chat that is shown is opened without a question, and nothing ends', async () => {
  const { conversations, done } = makeConversations({ isRunning: true });
  expect(await conversations.open(OPEN)).toBe(true);
  expect(done).toEqual([]);
});

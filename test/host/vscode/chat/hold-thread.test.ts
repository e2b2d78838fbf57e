import { expect, test } from 'vitest';
import type { ThreadEntry, ThreadId } from '../../../../src/actors/protocol/thread.js';
import type { Claim } from '../../../../src/host/node/threads/thread-lock.js';
import { holdThread } from '../../../../src/host/vscode/chat/hold-thread.js';

const ID = 'thread-1' as ThreadId;
const COPY = 'copy' as ThreadId;

const entry = (id: string, rest: object): ThreadEntry =>
  ({ id, parent: null, seq: 0, at: 0, turn: 't', ...rest }) as unknown as ThreadEntry;
const FIRST = entry('e0', { kind: 'thread', version: 2, roots: [] });
const MESSAGE = entry('e1', { parent: 'e0', seq: 1, kind: 'user_message', text: 'Hi', attachments: [] });
const BEGAN = entry('e2', { parent: 'e1', seq: 2, kind: 'turn_began', mode: 'agent', model: 'm' });
const ENDED = entry('e3', { parent: 'e2', seq: 3, kind: 'turn_ended', outcome: 'answered' });
const IDLE = [FIRST, MESSAGE, BEGAN, ENDED];

/** Holds a thread that has these entries each time that it is read, and whose claims end like this. */
async function hold(
  claims: readonly Claim[],
  reads: readonly (readonly ThreadEntry[])[],
  answers: readonly ('here' | 'copy' | undefined)[],
) {
  const [claimsLeft, readsLeft, answersLeft] = [[...claims], [...reads], [...answers]];
  const steps: string[] = [];
  const held = await holdThread(ID, {
    store: {
      claim: async () => claimsLeft.shift() ?? 'elsewhere',
      take: async (_id, isBusy) => {
        if (await isBusy()) return false;
        steps.push('take');
        return true;
      },
      async *read() {
        yield* readsLeft.shift() ?? [];
      },
    },
    show: (entries) => steps.push(`show ${entries.length}`),
    askElsewhere: async (isRunning) => {
      steps.push(isRunning ? 'ask, running' : 'ask');
      return answersLeft.shift();
    },
    copyThread: async () => COPY,
  }).catch((error: unknown) => (error instanceof Error ? error.message : ''));
  return { held, steps };
}

test.each<[Claim, boolean]>([
  ['held', true],
  ['claimed', false],
])('a thread that is %s is gone on with, and nobody is asked', async (claim, isUnchanged) => {
  expect(await hold([claim], [], [])).toEqual({ held: { id: ID, isUnchanged }, steps: [] });
});

test('what was said elsewhere is shown before the person is asked, and "here" takes the thread over', async () => {
  expect(await hold(['elsewhere'], [IDLE, IDLE], ['here'])).toEqual({
    held: { id: ID, isUnchanged: false },
    steps: ['show 4', 'ask', 'take'],
  });
});

test.each([
  ['has begun', [FIRST, MESSAGE, BEGAN]],
  ['is about to begin', [FIRST, MESSAGE]],
])('a turn that %s elsewhere is left alone: a copy goes on', async (_, entries) => {
  expect(await hold(['elsewhere'], [entries], ['copy'])).toEqual({
    held: { id: COPY, isUnchanged: false },
    steps: [`show ${entries.length}`, 'ask, running'],
  });
});

test('a turn that begins elsewhere while the person is asked is left alone: they are asked again', async () => {
  const running = [...IDLE, { ...MESSAGE, id: 'e4', parent: 'e3' } as ThreadEntry];
  expect(await hold(['elsewhere', 'elsewhere'], [IDLE, running, running], ['here', 'copy'])).toEqual({
    held: { id: COPY, isUnchanged: false },
    steps: ['show 4', 'ask', 'show 5', 'ask, running'],
  });
});

test('a thread that was given up elsewhere while the person was asked is gone on with', async () => {
  const running = [...IDLE, MESSAGE];
  expect(await hold(['elsewhere', 'claimed'], [IDLE, running], ['here'])).toEqual({
    held: { id: ID, isUnchanged: false },
    steps: ['show 4', 'ask'],
  });
});

test('whoever wants neither is told why nothing was sent', async () => {
  expect(await hold(['elsewhere'], [IDLE], [undefined])).toEqual({
    held: 'This chat is open in another window or program.',
    steps: ['show 4', 'ask'],
  });
});

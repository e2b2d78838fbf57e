import { expect, test } from 'vitest';
import type { ThreadEvent } from '../../../src/actors/threads/thread-record.js';
import type { AgentEngine } from '../../../src/host/engine/agent-engine.js';
import type { Thread } from '../../../src/host/engine/thread.js';
import { deferred } from '../../../src/actors/runtime/deferred.js';
import { errorOf } from '../../doubles/error-of.js';
import { makeEngine } from '../../doubles/make-engine.js';
import { says, text } from '../../doubles/played-model.js';
import { settle } from '../../doubles/settle.js';

/** Every public way to have a thread do something. */
const USES: Readonly<Record<string, (thread: Thread, message: string) => unknown>> = {
  send: (thread) => thread.send('Hi'),
  'send, to interrupt': (thread) => thread.send('Hi', { whileRunning: 'interrupt' }),
  edit: (thread, message) => thread.edit(message, 'Hi'),
  withdraw: (thread, message) => thread.withdraw(message),
  planJump: (thread, message) => thread.planJump(message),
  jump: (thread, message) => thread.jump(message),
  resume: (thread) => thread.resume(),
  compact: (thread) => thread.compact(),
  subscribe: (thread) => thread.subscribe(),
  switchTo: (thread, message) => thread.switchTo(message),
  rename: (thread) => thread.rename('Name'),
  setArchived: (thread) => thread.setArchived(true),
};

async function talked(): Promise<{ engine: AgentEngine; thread: Thread; message: string }> {
  const { engine } = makeEngine([says('Hello.')]);
  const thread = engine.createThread();
  await (await thread.send('Hi')).result();
  const message = thread.branch.find(({ kind }) => kind === 'user_message')?.id;
  return { engine, thread, message: message ?? '' };
}

const ENDS: readonly [string, (engine: AgentEngine, thread: Thread) => unknown, RegExp][] = [
  ['whose host was disposed of', (engine) => engine.dispose(), /The host .* was disposed of/],
  ['that was closed', (engine, thread) => engine.closeThread(thread.id), /open it again with openThread/],
];

test.each(ENDS)('a thread %s refuses all at once, and can still be read', async (_, end, message) => {
  const { engine, thread, message: id } = await talked();
  const before = thread.entries.length;
  await end(engine, thread);
  for (const [name, use] of Object.entries(USES)) {
    const error = await errorOf(async () => use(thread, id));
    expect([name, error]).toMatchObject([
      name,
      { code: 'DISPOSED', message: expect.stringMatching(message) as string },
    ]);
  }
  thread.cancel();
  await thread.interrupt();
  expect([thread.entries.length, thread.turns.length, thread.state]).toEqual([before, 1, { status: 'idle' }]);
});

test('an engine whose host was disposed of refuses all', async () => {
  const { engine, thread } = await talked();
  engine.dispose();
  const uses = {
    createThread: () => engine.createThread(),
    openThread: () => engine.openThread(thread.id),
    listThreads: () => engine.listThreads(),
    processMessage: () => engine.processMessage('Hi'),
  };
  for (const [name, use] of Object.entries(uses))
    expect([name, await errorOf(async () => use())]).toMatchObject([name, { code: 'DISPOSED' }]);
  expect(engine.respondToApproval('a', 'deny')).toBe(false);
});

test('a thread that is closed while a turn runs cancels it, and ends its subscriptions without an error', async () => {
  const { engine } = makeEngine([{ deltas: [text('Half')], end: 'hang' }]);
  const thread = engine.createThread();
  const turn = await thread.send('Hi');
  const seen: ThreadEvent[] = [];
  const watched = (async () => {
    for await (const event of thread.subscribe()) seen.push(event);
  })();
  await settle();
  engine.dispose();
  await watched;
  const last = seen.at(-1);
  expect(last?.type === 'entry' && last.entry.kind).toBe('turn_ended');
  expect(await turn.result()).toMatchObject({ type: 'error', code: 'CANCELLED' });
});

test('a message whose attachments are read while the thread is closed begins no turn', async () => {
  const reading = deferred<readonly []>();
  const { engine, model } = makeEngine([says('Hello.')], [], { resolveAttachments: () => reading.promise });
  const thread = engine.createThread();
  const sending = errorOf(() =>
    thread.send({ text: 'Hi', attachments: [{ kind: 'output', text: 'x', command: 'ls' } as never] }),
  );
  await settle();
  const closed = engine.closeThread(thread.id);
  reading.resolve([]);
  expect(await sending).toMatchObject({ code: 'DISPOSED' });
  await closed;
  expect(model.requests).toEqual([]);
});

test.each(['', '../other', 'a/b', 'x'.repeat(101), 'a b', 'é'])('%j is no id of a thread', async (id) => {
  const { engine } = makeEngine([]);
  expect(await errorOf(() => engine.openThread(id))).toMatchObject({
    code: 'THREAD_NOT_FOUND',
    message: expect.stringContaining('1 to 100 letters') as string,
  });
});

test('a text that was an id of an entry or a thread is one', async () => {
  const { engine, thread, message } = await talked();
  const [kept, keptMessage] = JSON.parse(JSON.stringify([thread.id, message])) as [string, string];
  await engine.closeThread(kept);
  const again = await engine.openThread(kept);
  await again.switchTo(keptMessage);
  expect(again.branch.at(-1)).toMatchObject({ kind: 'switched', parent: message });
  expect(await errorOf(() => again.switchTo('none'))).toMatchObject({ code: 'THREAD_NOT_FOUND' });
});

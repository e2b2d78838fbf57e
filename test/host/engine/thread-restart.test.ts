import { describe, expect, test, vi } from 'vitest';
import { ENTRY_VERSION, type ThreadEntry, type ThreadId } from '../../../src/actors/protocol/thread.js';
import { MemoryThreadStore } from '../../../src/actors/threads/memory-store.js';
import { FaultyStore } from '../../doubles/faulty-store.js';
import { collect, makeEngine } from '../../doubles/make-engine.js';
import { asksFor, type PlayedTurn, says } from '../../doubles/played-model.js';
import { settle } from '../../doubles/settle.js';
import { simpleTool } from '../../doubles/simple-tool.js';
import { kindsOf, watchThread } from '../../doubles/watch-thread.js';

/** A thread whose program ended in the middle of three calls: one is done, one runs, one waits for its turn. */
async function interrupt(turns: readonly PlayedTurn[]) {
  const store = new MemoryThreadStore();
  const hanging = simpleTool('change', { isReadOnly: false, run: () => new Promise(() => undefined) });
  const before = makeEngine(
    [asksFor(['look', {}], ['change', { at: 1 }], ['change', { at: 2 }])],
    [simpleTool('look'), hanging],
    { store, approvals: { 'File edits': 'auto' } },
  );
  const thread = before.engine.createThread();
  await thread.send({ text: 'Do it.' }, { mode: 'agent', limits: { maxIterations: 9 } });
  await settle();
  const run = vi.fn(() => 'changed');
  const after = makeEngine(turns, [simpleTool('look'), simpleTool('change', { isReadOnly: false, run })], {
    store,
    approvals: { 'File edits': 'auto' },
  });
  return { ...after, thread: await after.engine.openThread(thread.id), run };
}

describe('a thread that is opened after its program ended in the middle of a turn', () => {
  test('says which calls were interrupted, and goes on with the next message', async () => {
    const { thread, model } = await interrupt([says('I see.')]);
    expect(thread.turns).toMatchObject([
      {
        state: 'interrupted',
        steps: [
          { kind: 'text' },
          { callId: 'c0', state: 'done' },
          { callId: 'c1', state: 'stopped' },
          { callId: 'c2', state: 'stopped' },
        ],
      },
    ]);
    const turn = await thread.send({ text: 'What happened?' });
    expect(await turn.result()).toMatchObject({ content: 'I see.' });
    expect(model.requests[0]?.messages.slice(1)).toMatchObject([
      { role: 'user', content: 'Do it.' },
      { role: 'assistant', toolCalls: [{ id: 'c0' }, { id: 'c1' }, { id: 'c2' }] },
      { role: 'tool', toolCallId: 'c0', content: 'look was run' },
      { role: 'tool', toolCallId: 'c1', content: expect.stringContaining('interrupted while it ran') },
      { role: 'tool', toolCallId: 'c2', content: expect.stringContaining('the turn ended before it ran') },
      { role: 'user', content: 'What happened?' },
    ]);
  });

  test('continues its turn on demand: what had begun is not made again, the rest is', async () => {
    const { thread, model, run } = await interrupt([says('Done.')]);
    const known = thread.entries.length;
    const watched = watchThread(thread);
    const turn = thread.resume();
    expect(await turn?.result()).toEqual({ type: 'answer', content: 'Done.' });
    const { entries } = await watched;
    expect(kindsOf(entries.slice(known))).toBe(
      'observation(c1) call(c2) approval_answered(c2) call_began(c2) observation(c2) reply turn_ended',
    );
    expect(new Set(entries.slice(1).map((entry) => entry.turn)).size).toBe(1);
    expect(run.mock.calls).toEqual([[{ at: 2 }, expect.anything()]]);
    expect(model.requests[0]?.messages.slice(-2)).toMatchObject([
      { toolCallId: 'c1', content: expect.stringContaining('interrupted while it ran') },
      { toolCallId: 'c2', content: 'changed' },
    ]);
    expect(thread.turns).toMatchObject([{ state: 'answered' }]);
    expect(thread.resume()).toBeUndefined();
  });

  test('gets the end of its turn if nothing else was missing', async () => {
    const store = new FaultyStore(4);
    const before = makeEngine([says('One.')], [], { store });
    const lost = before.engine.createThread();
    await (await lost.send({ text: 'First' })).result();
    store.heal();
    const { engine, model } = makeEngine([], [], { store });
    const thread = await engine.openThread(lost.id);
    expect(kindsOf(thread.entries)).toBe('thread user_message turn_began reply');
    expect(thread.resume()).toBeUndefined();
    expect(thread.turns).toMatchObject([{ state: 'answered' }]);
    expect(model.requests).toEqual([]);
  });

  test('is the same object for all who open it, and another one once it was closed', async () => {
    const { engine, thread } = await interrupt([]);
    expect(await engine.openThread(thread.id)).toBe(thread);
    await engine.closeThread(thread.id);
    const [one, two] = await Promise.all([engine.openThread(thread.id), engine.openThread(thread.id)]);
    expect(one).toBe(two);
    expect(one).not.toBe(thread);
    expect(one.entries).toEqual(thread.entries);
  });
});

describe('a thread that cannot be opened', () => {
  async function stored(change: (entries: readonly ThreadEntry[]) => readonly ThreadEntry[]) {
    const source = new MemoryThreadStore();
    const { engine } = makeEngine([says('One.')], [], { store: source });
    const thread = engine.createThread();
    await (await thread.send({ text: 'First' })).result();
    const entries = change(thread.entries);
    const store = new MemoryThreadStore();
    const id = 'kept' as ThreadId;
    await store.append(id, entries);
    const kept: ThreadEntry[] = [];
    const open = async () => {
      const { engine: next } = makeEngine([], [], { store });
      try {
        return await next.openThread(id);
      } finally {
        for await (const entry of store.read(id)) kept.push(entry);
      }
    };
    return { open, entries, kept };
  }

  test.each<[string, (entries: readonly ThreadEntry[]) => readonly ThreadEntry[], object, RegExp]>([
    [
      'is of a newer version',
      ([first, ...rest]) => [{ ...first, version: ENTRY_VERSION + 1 } as ThreadEntry, ...rest],
      { version: ENTRY_VERSION + 1, supported: ENTRY_VERSION },
      /^A newer Troupe wrote the thread kept: expected version 3 or older, got 4\. Update Troupe/,
    ],
    [
      'lacks an entry',
      (entries) => entries.filter(({ seq }) => seq !== 2),
      { seq: 3 },
      /expected an entry behind number 1 and behind an entry before it, got reply with number 3/,
    ],
    [
      'has an entry twice',
      (entries) => [...entries, entries.at(-1) as ThreadEntry],
      { seq: 4 },
      /expected an entry behind number 4/,
    ],
    [
      'has an entry without its parent',
      (entries) => entries.map((entry) => (entry.seq === 3 ? { ...entry, parent: 'gone' as never } : entry)),
      { seq: 3 },
      /expected an entry behind number 2/,
    ],
    ['does not begin', (entries) => entries.slice(1), { seq: 1 }, /behind number -1/],
  ])('because it %s is left as it is', async (_, change, details, message) => {
    const { open, entries, kept } = await stored(change);
    await expect(open()).rejects.toMatchObject({
      code: 'version' in details ? 'SCHEMA_VERSION' : 'DATA_CORRUPTION',
      details,
      message: expect.stringMatching(message),
    });
    expect(kept).toEqual(entries);
  });

  test('because there is none is told as such', async () => {
    const { engine } = makeEngine([]);
    await expect(engine.openThread('none')).rejects.toMatchObject({ code: 'THREAD_NOT_FOUND' });
  });
});

describe('a store that fails', () => {
  const script = [asksFor(['look', {}], ['change', {}]), says('Done.')];

  /** Runs a turn over a store that fails at one append, and opens the thread again. */
  async function runOver(store: FaultyStore) {
    const run = vi.fn(() => 'changed');
    const tools = [simpleTool('look'), simpleTool('change', { isReadOnly: false, run })];
    const { engine, clock } = makeEngine(script, tools, { store });
    const thread = engine.createThread();
    const watched = watchThread(thread);
    const outcome = await thread.send({ text: 'Do it.' }).then(
      (turn) => turn.result(),
      (error: unknown) => error,
    );
    await settle();
    return { thread, outcome, run, clock, watched: await watched, state: thread.state, again: [...tools] };
  }

  test('at any append ends the turn with its error, and loses nothing that it had acknowledged', async () => {
    const whole = new FaultyStore();
    const { outcome } = await runOver(whole);
    expect(outcome).toEqual({ type: 'answer', content: 'Done.' });
    expect(whole.appends).toBe(14);
    for (let failsAt = 0; failsAt < whole.appends; failsAt += 1) {
      const store = new FaultyStore(failsAt);
      const { thread, outcome: failed, run, clock, watched, state, again } = await runOver(store);
      expect(failed).toMatchObject({
        code: 'THREAD_STORE',
        message: expect.stringMatching(/^The conversation could not be saved: The disk is full\. /),
      });
      expect(state).toEqual({ status: 'idle' });
      expect(clock.pending).toBe(0);
      const kept = await store.entries(thread.id);
      expect(kept).toHaveLength(failsAt);
      expect(kept).toEqual(thread.entries.slice(0, failsAt));
      expect(watched.entries).toEqual(kept);
      // A tool that changes something runs when its intent is stored, and only then.
      const hasBegun = kept.some((entry) => entry.kind === 'call_began' && entry.callId === 'c1');
      expect(run).toHaveBeenCalledTimes(hasBegun ? 1 : 0);
      await expect(thread.send({ text: 'Again.' })).rejects.toMatchObject({ code: 'THREAD_STORE' });

      store.heal();
      if (failsAt === 0) continue;
      const { engine } = makeEngine([says('Here again.')], again, { store });
      const opened = await engine.openThread(thread.id);
      expect(opened.entries).toEqual(kept);
      const turn = await opened.send({ text: 'Go on.' });
      expect(await turn.result()).toEqual({ type: 'answer', content: 'Here again.' });
      expect((await store.entries(thread.id)).slice(0, failsAt)).toEqual(kept);
    }
  });

  test('is the error event of a program that reads one stream', async () => {
    const { engine } = makeEngine(script, [simpleTool('look')], { store: new FaultyStore(5) });
    const stream = engine.processMessage('Do it.');
    const events = await collect(stream);
    expect(events.at(-1)).toMatchObject({ type: 'error', code: 'THREAD_STORE' });
    expect(await stream.result()).toEqual(events.at(-1));
    expect(engine.getState()).toEqual({ status: 'idle' });
    expect(await engine.processMessage('Again.').result()).toMatchObject({ code: 'THREAD_STORE' });
    engine.clear();
    expect(engine.history).toEqual([]);
  });
});

import { describe, expect, test, vi } from 'vitest';
import type { LLMConfig } from '../../../src/actors/protocol/llm.js';
import type { EntryId } from '../../../src/actors/protocol/thread.js';
import { deferred } from '../../../src/actors/runtime/deferred.js';
import type { ThreadEvent } from '../../../src/actors/threads/thread-record.js';
import { makeEngine } from '../../doubles/make-engine.js';
import { asksFor, ending, PlayedModel, reasoning, says, text } from '../../doubles/played-model.js';
import { settle } from '../../doubles/settle.js';
import { simpleTool } from '../../doubles/simple-tool.js';
import { kindsOf, watchThread } from '../../doubles/watch-thread.js';

const OTHER: LLMConfig = { provider: 'other', model: 'other-1' };

/** A model of another provider. */
class OtherModel extends PlayedModel {
  override readonly provider = 'other' as never;
}

describe('a question', () => {
  test('comes when the calls before it have their observations', async () => {
    const failing = simpleTool('first', {
      isReadOnly: false,
      run: () => Promise.reject(new Error('The file is gone.')),
    });
    const { engine } = makeEngine(
      [asksFor(['first', {}], ['second', {}]), says('Done.')],
      [failing, simpleTool('second', { isReadOnly: false })],
    );
    const thread = engine.createThread();
    const seen = new Map<string, string>();
    const watched = watchThread(thread, {
      answer: ({ callId }) => {
        seen.set(
          callId,
          thread.turns
            .at(-1)
            ?.steps.map((step) => ('state' in step ? step.state : ''))
            .join(' ') ?? '',
        );
        thread.respondToApproval(callId, 'approve');
      },
    });
    await thread.send({ text: 'Do both.' });
    const { entries } = await watched;
    expect(seen.get('c1')).toBe(' failed waiting');
    expect(kindsOf(entries.slice(4))).toBe(
      'call(c0) approval_asked(c0) approval_answered(c0) call_began(c0) observation(c0) ' +
        'call(c1) approval_asked(c1) approval_answered(c1) call_began(c1) observation(c1) reply turn_ended',
    );
  });

  test('that one subscriber answers is seen as answered by the other', async () => {
    const { engine } = makeEngine(
      [asksFor(['change', {}]), says('Done.')],
      [simpleTool('change', { isReadOnly: false })],
    );
    const thread = engine.createThread();
    const answers: boolean[] = [];
    const onlooker = watchThread(thread, { answer: () => undefined });
    const answering = watchThread(thread, {
      answer: ({ callId }) => {
        answers.push(thread.respondToApproval(callId, 'deny', { reason: 'Not now.' }));
        answers.push(thread.respondToApproval(callId, 'approve'));
      },
    });
    await thread.send({ text: 'Change it.' });
    await answering;
    expect(answers).toEqual([true, false]);
    expect((await onlooker).entries.find(({ kind }) => kind === 'approval_answered')).toMatchObject({
      callId: 'c0',
      decision: 'deny',
      by: 'person',
      reason: 'Not now.',
    });
  });
});

test('another model, mode and limit for a turn leave approvals and the read log as they are', async () => {
  const reads: string[][] = [];
  const change = simpleTool('change', {
    isReadOnly: false,
    run: (_, { reads: log }) => {
      reads.push([...(log?.keys() ?? [])]);
      log?.set(`/work/${reads.length}.ts`, 'hash' as never);
      return 'changed';
    },
  });
  const other = new OtherModel([asksFor(['change', { at: 2 }]), says('Again.'), says('Well.')]);
  const { engine } = makeEngine([asksFor(['change', { at: 1 }]), says('Done.')], [change], {
    createAdapter: () => other,
  });
  const thread = engine.createThread();
  const asked = vi.fn();
  const watched = watchThread(thread, {
    turns: 3,
    answer: ({ callId }) => {
      asked(callId);
      thread.respondToApproval(callId, 'approve', { remember: 'thread' });
    },
  });
  await (await thread.send({ text: 'First' })).result();
  await (await thread.send({ text: 'Second' }, { model: OTHER, limits: { maxIterations: 7 } })).result();
  await (await thread.send({ text: 'Third' }, { model: OTHER, mode: 'ask' })).result();
  const { entries } = await watched;
  expect(asked.mock.calls).toEqual([['c0']]);
  expect(reads).toEqual([[], ['/work/1.ts']]);
  expect(
    entries.flatMap((entry) =>
      entry.kind === 'turn_began' ? [[entry.model, entry.mode, entry.limits.maxIterations]] : [],
    ),
  ).toEqual([
    ['scripted/script-1', 'agent', 50],
    ['other/script-1', 'agent', 7],
    ['other/script-1', 'ask', 50],
  ]);
  expect(other.requests[0]?.messages.slice(1).map(({ role }) => role)).toEqual([
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
  ]);
});

describe('subscribers', () => {
  test('that are slow get merged text, those that leave end nothing, and the others get all of it', async () => {
    const pieces = Array.from({ length: 6_000 }, (_, index) =>
      index % 2 === 0 ? text(`a${index} `) : reasoning(`r${index} `),
    );
    const { engine } = makeEngine([ending('end', ...pieces)]);
    const thread = engine.createThread();
    const slow = thread.subscribe();
    const quick = watchThread(thread);
    const leaving = (async () => {
      let count = 0;
      for await (const _ of thread.subscribe()) if (++count === 10) return;
    })();
    const turn = await thread.send({ text: 'Hi' });
    await leaving;
    expect(await turn.result()).toMatchObject({ type: 'answer' });
    const late: ThreadEvent[] = [];
    for await (const event of slow) {
      late.push(event);
      if (event.type === 'entry' && event.entry.kind === 'turn_ended') break;
    }
    const textOf = (events: readonly ThreadEvent[], channel: string): string =>
      events
        .map((event) =>
          event.type === 'live' && event.event.type === 'token' && event.event.channel === channel
            ? event.event.text
            : '',
        )
        .join('');
    const { events } = await quick;
    expect(events.length).toBeGreaterThan(6_000);
    expect(late.length).toBeLessThan(300);
    for (const [channel, type] of [
      ['answer', 'text'],
      ['reasoning', 'reasoning'],
    ] as const) {
      const whole = pieces.flatMap((piece) => (piece.type === type ? [piece.text] : [])).join('');
      expect(textOf(events, channel)).toBe(whole);
      expect(textOf(late, channel)).toBe(whole);
    }
  });

  test('that come back get what they have missed and nothing twice', async () => {
    const { engine } = makeEngine([says('One.'), says('Two.')]);
    const thread = engine.createThread();
    const first = watchThread(thread);
    await (await thread.send({ text: 'First' })).result();
    const { entries } = await first;
    await (await thread.send({ text: 'Second' })).result();
    const rest: string[] = [];
    const after = entries.at(-1)?.id as EntryId;
    for await (const event of thread.subscribe({ after })) {
      if (event.type !== 'entry') break;
      rest.push(event.entry.kind);
    }
    expect(rest).toEqual(['user_message', 'turn_began', 'reply', 'turn_ended']);
    expect(() => thread.subscribe({ after: 'none' })).toThrow(
      expect.objectContaining({ code: 'THREAD_NOT_FOUND' }),
    );
  });
});

describe('a message that is sent while a turn runs', () => {
  function busy() {
    const done = deferred<string>();
    const made = makeEngine(
      [asksFor(['wait', {}]), says('Both done.'), says('Later.')],
      [simpleTool('wait', { run: () => done.promise })],
    );
    return { ...made, done, thread: made.engine.createThread() };
  }

  test('is recorded at once and read with the next request', async () => {
    const { thread, model, done } = busy();
    const turn = await thread.send({ text: 'First' });
    await settle();
    expect(await thread.send({ text: 'And this.' })).toBe(turn);
    expect(thread.entries.at(-1)).toMatchObject({ kind: 'user_message', text: 'And this.', turn: turn.id });
    done.resolve('waited');
    expect(await turn.result()).toMatchObject({ content: 'Both done.' });
    expect(model.requests[1]?.messages.slice(2)).toMatchObject([
      { role: 'assistant' },
      { role: 'tool', content: 'waited' },
      { role: 'user', content: 'And this.' },
    ]);
    await settle();
    expect(thread.turn).toBeUndefined();
    expect(model.requests).toHaveLength(2);
  });

  test('is in no request once it is withdrawn, and one that was read stays', async () => {
    const { thread, model, done } = busy();
    const turn = await thread.send({ text: 'First' });
    await settle();
    await thread.send({ text: 'And this.' });
    await thread.send({ text: 'And that.' });
    const [first, second] = thread.entries
      .filter(({ kind }) => kind === 'user_message')
      .slice(1)
      .map(({ id }) => id) as [EntryId, EntryId];
    expect(await thread.withdraw(first)).toBe(true);
    expect(await thread.withdraw(first)).toBe(false);
    expect(thread.entries.at(-1)).toMatchObject({ kind: 'message_withdrawn', message: first, turn: turn.id });
    done.resolve('waited');
    expect(await turn.result()).toMatchObject({ content: 'Both done.' });
    expect(model.requests[1]?.messages.slice(3)).toEqual([
      { role: 'tool', toolCallId: 'c0', name: 'wait', content: 'waited' },
      { role: 'user', content: 'And that.' },
    ]);
    expect(await thread.withdraw(second)).toBe(false);
    const begun = thread.entries.find(({ kind }) => kind === 'user_message')?.id as EntryId;
    expect(await thread.withdraw(begun)).toBe(false);
    await expect(thread.withdraw('none')).rejects.toMatchObject({ code: 'THREAD_NOT_FOUND' });
  });

  test('begins no turn of its own when it is withdrawn, be it in the last moment', async () => {
    let hasSent = false;
    const { engine, model } = makeEngine(
      new PlayedModel([says('One.'), says('Two.')], () => {
        if (!hasSent) void thread.send({ text: 'And this.' });
        hasSent = true;
      }),
    );
    const thread = engine.createThread();
    const subscription = thread.subscribe();
    const turn = await thread.send({ text: 'First' });
    for await (const event of subscription) {
      if (event.type !== 'entry' || event.entry.kind !== 'user_message') continue;
      if (event.entry.text !== 'And this.') continue;
      expect(await thread.withdraw(event.entry.id)).toBe(true);
      break;
    }
    expect(await turn.result()).toMatchObject({ content: 'One.' });
    await settle();
    expect(thread.turn).toBeUndefined();
    expect(model.requests).toHaveLength(1);
  });

  test('can be withdrawn after a cancel, and in a copy of the thread', async () => {
    const { thread } = busy();
    const turn = await thread.send({ text: 'First' });
    await settle();
    await thread.send({ text: 'And this.' });
    thread.cancel();
    await turn.result();
    const message = thread.entries.findLast(({ kind }) => kind === 'user_message')?.id as EntryId;
    expect(thread.messages().at(-1)).toEqual({ role: 'user', content: 'And this.' });
    expect(await thread.withdraw(message)).toBe(true);
    expect(thread.messages().some(({ content }) => content === 'And this.')).toBe(false);
    const copy = await thread.duplicate();
    expect(copy.messages()).toEqual(thread.messages());
    expect(copy.turns).toMatchObject(thread.turns.map(({ state }) => ({ state })));
  });

  test('begins a turn of its own when the answer comes before it is read', async () => {
    const { engine, model } = makeEngine(
      new PlayedModel([says('One.'), says('Two.')], () => {
        if (model.requests.length === 1) void thread.send({ text: 'And this.' });
      }),
    );
    const thread = engine.createThread();
    const watched = watchThread(thread, { turns: 2 });
    const turn = await thread.send({ text: 'First' });
    expect(await turn.result()).toMatchObject({ content: 'One.' });
    const { entries } = await watched;
    expect(kindsOf(entries).replace(/(user_message )+/, 'user_message ')).toContain(
      'reply turn_ended turn_began reply turn_ended',
    );
    const said = model.requests[1]?.messages.at(-1);
    expect(said).toMatchObject({ role: 'user', content: expect.stringContaining('And this.') });
    expect(thread.turns.map(({ state }) => state)).toEqual(['answered', 'answered']);
  });

  test('stops the turn and begins another one where the person wants that', async () => {
    const { thread, model } = busy();
    const first = await thread.send({ text: 'First' });
    await settle();
    const second = await thread.send({ text: 'No, this.' }, { whileRunning: 'interrupt' });
    expect(second).not.toBe(first);
    expect(await first.result()).toMatchObject({ code: 'CANCELLED' });
    expect(await second.result()).toMatchObject({ content: 'Both done.' });
    expect(model.requests[1]?.messages.slice(2)).toMatchObject([
      { role: 'assistant' },
      { role: 'tool', content: expect.stringContaining('interrupted while it ran') },
      { role: 'user', content: 'No, this.' },
    ]);
  });

  test('is not answered after a cancel', async () => {
    const { thread, model } = busy();
    const turn = await thread.send({ text: 'First' });
    await settle();
    await thread.send({ text: 'And this.' });
    thread.cancel();
    expect(await turn.result()).toMatchObject({ code: 'CANCELLED' });
    await settle();
    expect(thread.state).toEqual({ status: 'idle' });
    expect(model.requests).toHaveLength(1);
    expect(thread.messages().at(-1)).toEqual({ role: 'user', content: 'And this.' });
  });
});

describe('a branch', () => {
  test('begins where an earlier message is edited, and the old one stays', async () => {
    const { engine, model } = makeEngine([says('One.'), says('Two.'), says('Three.')]);
    const thread = engine.createThread();
    await (await thread.send({ text: 'First' })).result();
    await (await thread.send({ text: 'Second' })).result();
    const old = thread.branch.at(-1)?.id as EntryId;
    const second = thread.entries.findLast(({ kind }) => kind === 'user_message')?.id as EntryId;
    await (await thread.edit(second, { text: 'Other' })).result();
    expect(model.requests[2]?.messages.slice(1)).toEqual([
      { role: 'user', content: 'First' },
      { role: 'assistant', content: 'One.' },
      { role: 'user', content: 'Other' },
    ]);
    await thread.switchTo(old);
    expect(thread.messages().map(({ content }) => content)).toEqual(['First', 'One.', 'Second', 'Two.']);
    await expect(thread.edit(old, { text: 'x' })).rejects.toMatchObject({ code: 'THREAD_NOT_FOUND' });
  });

  test('can be copied to a thread of its own', async () => {
    const { engine } = makeEngine([says('One.'), says('Two.'), says('Three.')]);
    const thread = engine.createThread();
    await (await thread.send({ text: 'First' })).result();
    const until = thread.entries.at(-1)?.id as EntryId;
    await (await thread.send({ text: 'Second' })).result();
    const copy = await thread.duplicate({ until });
    await (await copy.send({ text: 'Other' })).result();
    expect(copy.messages().map(({ content }) => content)).toEqual(['First', 'One.', 'Other', 'Three.']);
    expect(thread.messages()).toHaveLength(4);
    expect(copy.entries[0]).toMatchObject({
      kind: 'thread',
      copiedFrom: { thread: thread.id, entry: until },
    });
    expect((await engine.listThreads()).map(({ id }) => id).sort()).toEqual([thread.id, copy.id].sort());
  });
});

test('an invalid limit, or a model where there is one only, is refused before the message is recorded', async () => {
  const { engine } = makeEngine([]);
  const thread = engine.createThread();
  await expect(thread.send({ text: 'Hi' }, { limits: { maxTokens: 0 } })).rejects.toMatchObject({
    code: 'SETTINGS',
  });
  await expect(thread.send({ text: 'Hi' }, { model: OTHER })).rejects.toMatchObject({ code: 'SETTINGS' });
  expect(thread.entries).toHaveLength(1);
});

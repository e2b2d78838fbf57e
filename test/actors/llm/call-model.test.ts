import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import {
  LLMAuthError,
  LLMConnectionError,
  LLMRateLimitError,
  LLMRequestError,
} from '../../../src/actors/protocol/errors.js';
import type { LLMAdapter, ModelDelta, RetryNotice } from '../../../src/actors/protocol/llm.js';
import { callModel } from '../../../src/actors/llm/call-model.js';
import { FakeClock } from '../../doubles/fake-clock.js';
import { finish, type Script, ScriptedAdapter, text } from './scripted-adapter.js';

const down = new LLMConnectionError('The server is down.', { url: 'http://host/v1' });
const hello: Script = { deltas: [text('Hel'), text('lo'), finish], ending: 'end' };

/** All that is under way and needs no timer comes to rest. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function call(
  adapter: LLMAdapter,
  options: { clock?: FakeClock; signal?: AbortSignal; onDelta?: (delta: ModelDelta) => void } = {},
) {
  const events: (ModelDelta | ({ type: 'retry' } & RetryNotice))[] = [];
  const clock = options.clock ?? new FakeClock();
  const reply = callModel(adapter, [{ role: 'user', content: 'Hi' }], {
    clock,
    random: () => 0.5,
    onDelta: (delta) => {
      events.push(delta);
      options.onDelta?.(delta);
    },
    onRetry: (notice) => {
      events.push({ type: 'retry', ...notice });
    },
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  return { reply, events, clock };
}

describe('callModel', () => {
  const usage: ModelDelta = { type: 'usage', usage: { inputTokens: 1_000_000, outputTokens: 500_000 } };
  const priced = (...scripts: readonly Script[]): LLMAdapter =>
    Object.assign(new ScriptedAdapter(...scripts), { prices: { input: 1, output: 4 } });

  test('says what a reply cost, where the prices are known and the usage is reported', async () => {
    const paid: Script = { deltas: [text('Hello'), usage, finish], ending: 'end' };
    expect(await call(priced(paid)).reply).toMatchObject({ text: 'Hello', costUsd: 3 });
    expect(await call(new ScriptedAdapter(paid)).reply).not.toHaveProperty('costUsd');
    expect(await call(priced(hello)).reply).not.toHaveProperty('costUsd');
  });

  test('counts what failed attempts cost, and what a reply cost that failed in the end', async () => {
    const empty: Script = { deltas: [usage, finish], ending: 'end' };
    const paid = { deltas: [text('Hello'), usage, finish], ending: 'end' } as const;
    for (const [last, expected] of [
      [hello, { stop: 'end', costUsd: 3 }],
      [paid, { stop: 'end', costUsd: 6 }],
      [empty, { stop: 'failed', costUsd: 6 }],
    ] as const) {
      const { reply, clock } = call(priced(empty, last));
      await settle();
      clock.advance(0);
      expect(await reply).toMatchObject(expected);
    }
  });

  test('streams the deltas and replies with the whole turn', async () => {
    const adapter = new ScriptedAdapter({
      deltas: [
        { type: 'reasoning', text: 'hm' },
        text('Let me look.'),
        { type: 'toolCall', index: 0, id: 'a', name: 'ls_dir', arguments: '{}' },
        { type: 'finish', reason: 'toolCalls' },
        { type: 'usage', usage: { inputTokens: 3, outputTokens: 5 } },
      ],
      ending: 'end',
    });
    const { reply, events, clock } = call(adapter);
    expect(await reply).toEqual({
      text: 'Let me look.',
      reasoning: 'hm',
      toolCalls: [{ id: 'a', name: 'ls_dir', arguments: '{}' }],
      usage: { inputTokens: 3, outputTokens: 5 },
      stop: 'toolCalls',
    });
    expect(events).toHaveLength(5);
    expect(clock.pending).toBe(0);
  });

  test('keeps signs of life to itself', async () => {
    const { reply, events } = call(
      new ScriptedAdapter({ deltas: [text(''), text('Hi'), text(''), finish], ending: 'end' }),
    );
    expect((await reply).text).toBe('Hi');
    expect(events).toEqual([text('Hi'), finish]);
  });

  test('announces a retry before its wait and voids the text of the failed try', async () => {
    const adapter = new ScriptedAdapter({ deltas: [text('Goo')], ending: down }, hello);
    const { reply, events, clock } = call(adapter);
    await settle();
    const notice = { type: 'retry', attempt: 2, maxAttempts: 3, waitMs: 500, reason: 'The server is down.' };
    expect(events).toEqual([text('Goo'), notice]);
    expect([adapter.requests, clock.nextInMs]).toEqual([1, 500]);
    clock.advance(500);
    expect(await reply).toMatchObject({ text: 'Hello', stop: 'end' });
    expect(events).toEqual([text('Goo'), notice, text('Hel'), text('lo'), finish]);
  });

  test('gives up after three connection failures and keeps the text of the last', async () => {
    const adapter = new ScriptedAdapter({ deltas: [text('Goo')], ending: down });
    const { reply, clock } = call(adapter);
    clock.autoAdvance();
    expect(await reply).toEqual({
      text: 'Goo',
      reasoning: '',
      toolCalls: [],
      usage: { inputTokens: 0, outputTokens: 0 },
      // 'Hi' and 'Goo', three times; each character is a token.
      estimated: { tokens: 15, costUsd: 0 },
      stop: 'failed',
      error: new LLMConnectionError(
        'The server is down. Tried 3 times. Try again later, or use another model.',
        { url: 'http://host/v1', attempts: 3 },
      ),
    });
    expect(adapter.requests).toBe(3);
  });

  test('adds how often it tried as a sentence, whatever a provider ends its own with', async () => {
    const adapter = new ScriptedAdapter({ deltas: [], ending: new LLMConnectionError('socket hang up', {}) });
    const { reply, clock } = call(adapter);
    clock.autoAdvance();
    expect((await reply).error?.message).toBe(
      'socket hang up. Tried 3 times. Try again later, or use another model.',
    );
  });

  test('counts rate limits and connection failures apart', async () => {
    const slow = new LLMRateLimitError('Slow down.', { retryAfterMs: 10 });
    const failing = [slow, slow, slow, down, down, slow].map((ending): Script => ({ deltas: [], ending }));
    const adapter = new ScriptedAdapter(...failing, hello);
    const { reply, clock } = call(adapter);
    clock.autoAdvance();
    expect(await reply).toMatchObject({ text: 'Hello', stop: 'end' });
    expect(adapter.requests).toBe(7);
  });

  test.each([new LLMAuthError('No.', { status: 401 }), new LLMRequestError('No.', { status: 400 })])(
    'does not repeat a request that ended in $name',
    async (error) => {
      const adapter = new ScriptedAdapter({ deltas: [], ending: error });
      expect(await call(adapter).reply).toMatchObject({ stop: 'failed', error });
      expect(adapter.requests).toBe(1);
    },
  );

  test('takes a stream that ends without a finish for a cut connection', async () => {
    const adapter = new ScriptedAdapter({ deltas: [text('Hel')], ending: 'end' }, hello);
    const { reply, events, clock } = call(adapter);
    clock.autoAdvance();
    expect((await reply).text).toBe('Hello');
    expect(events[1]).toMatchObject({
      reason:
        'The answer of the model script-1 was cut off before its end. Check the network and the model server, and try again.',
    });
  });

  test('takes silence before the first delta for a failure after the first-byte time-out', async () => {
    const adapter = new ScriptedAdapter({ deltas: [], ending: 'hang' }, hello);
    const { reply, events, clock } = call(adapter);
    await settle();
    clock.advance(299_999);
    await settle();
    expect(events).toEqual([]);
    clock.advance(1);
    await settle();
    expect(events).toMatchObject([
      { type: 'retry', reason: expect.stringContaining('did not begin to answer within 300 s') },
    ]);
    expect([adapter.signals[0]?.aborted, adapter.returns]).toEqual([true, 1]);
    clock.advance(500);
    expect((await reply).text).toBe('Hello');
    expect(clock.pending).toBe(0);
  });

  test('measures silence in mid-stream from the last delta, signs of life included', async () => {
    const feed = manual();
    const { reply, events, clock } = call(feed.adapter);
    await settle();
    for (const delta of [text('Hel'), text('')]) {
      feed.push(delta);
      await settle();
      clock.advance(250_000);
      await settle();
    }
    expect(events).toEqual([text('Hel')]);
    clock.advance(50_000);
    await settle();
    expect(events[1]).toMatchObject({
      type: 'retry',
      reason: expect.stringContaining('fell silent for 300 s'),
    });
    clock.autoAdvance();
    await reply;
  });

  test.each<[string, Script['ending']]>([
    ['hangs', 'hang'],
    ['fails', down],
  ])('keeps a finished turn when the server %s afterwards', async (_what, ending) => {
    const { reply, clock } = call(new ScriptedAdapter({ deltas: hello.deltas, ending }));
    clock.autoAdvance();
    expect(await reply).toMatchObject({ text: 'Hello', stop: 'end' });
    expect(clock.now()).toBeLessThanOrEqual(2_000);
    expect(clock.pending).toBe(0);
  });

  test('does not wait longer for the usage because of keep-alives', async () => {
    const feed = manual();
    const { reply, clock } = call(feed.adapter);
    for (const delta of [text('Hello'), finish]) {
      await settle();
      feed.push(delta);
    }
    for (let second = 0; second < 3; second += 1) {
      await settle();
      clock.advance(999);
      feed.push(text(''));
    }
    expect(await reply).toMatchObject({ text: 'Hello', stop: 'end' });
    expect(clock.pending).toBe(0);
  });

  test.each<[string, Script['deltas']]>([
    ['a text without an end', Array.from({ length: 20 }, () => text('x'.repeat(1024 * 1024)))],
    [
      'arguments without an end',
      Array.from({ length: 20 }, () => ({ type: 'toolCall', index: 0, arguments: 'x'.repeat(1024 * 1024) })),
    ],
    [
      'calls without an end',
      Array.from({ length: 2_000 }, (_, index) => ({ type: 'toolCall', index, id: `c${index}` })),
    ],
  ])('leaves a model that sends %s', async (_what, deltas) => {
    const adapter = new ScriptedAdapter({ deltas, ending: 'hang' });
    const { reply, clock } = call(adapter);
    const { stop, toolCalls, error } = await reply;
    expect({ stop, toolCalls, code: error?.code, requests: adapter.requests }).toEqual({
      stop: 'failed',
      toolCalls: [],
      code: 'LLM_REQUEST',
      requests: 1,
    });
    expect(error?.message).toContain('did not come to an end');
    expect([adapter.signals[0]?.aborted, clock.pending]).toEqual([true, 0]);
  });

  test('takes an answer that ends at its limit without any content for a full window', async () => {
    const cut: Script = { deltas: [{ type: 'finish', reason: 'length' }], ending: 'end' };
    expect(await call(new ScriptedAdapter(cut)).reply).toMatchObject({
      stop: 'failed',
      error: { code: 'LLM_REQUEST', details: { problem: 'context overflow' } },
    });
    // A model may reason out of sight until its answer has its greatest length.
    const thought: ModelDelta = { type: 'usage', usage: { inputTokens: 9, outputTokens: 4_096 } };
    const long: Script = { deltas: [thought, { type: 'finish', reason: 'length' }], ending: 'end' };
    expect(await call(new ScriptedAdapter(long)).reply).toMatchObject({ text: '', stop: 'length' });
  });

  test('estimates what a request took of which the server reports no usage, and nothing else', async () => {
    expect(await call(priced(hello)).reply).toMatchObject({
      usage: { inputTokens: 0, outputTokens: 0 },
      // 'Hi' and 'Hello'; each character is a token.
      estimated: { tokens: 7, costUsd: 22e-6 },
    });
    const paid: Script = { deltas: [text('Hello'), usage, finish], ending: 'end' };
    expect(await call(priced(paid)).reply).not.toHaveProperty('estimated');
    const refused = call(new ScriptedAdapter({ deltas: [], ending: new LLMRequestError('No.', {}) }));
    expect(await refused.reply).not.toHaveProperty('estimated');
  });

  test.each<[string, LLMConnectionError | LLMRateLimitError, string]>([
    ['of a rate limit', new LLMRateLimitError('Slow.', {}), 'Wait a moment and try again, or'],
    [
      'of a long wait',
      new LLMRateLimitError('Slow.', { retryAfterMs: 3_600_000 }),
      'It asks for a wait of 60 minutes: try again then, or',
    ],
    ['of a failing server', down, 'Try again later, or'],
  ])('says what to do when it gives up because %s, and not before', async (_what, error, advice) => {
    const { reply, events, clock } = call(new ScriptedAdapter({ deltas: [], ending: error }));
    clock.autoAdvance();
    expect((await reply).error?.message).toContain(`${advice} use another model.`);
    for (const event of events) expect(JSON.stringify(event)).not.toContain('another model');
  });

  test('does not call the model when it was cancelled before', async () => {
    const adapter = new ScriptedAdapter(hello);
    expect(await call(adapter, { signal: AbortSignal.abort() }).reply).toMatchObject({
      text: '',
      stop: 'cancelled',
    });
    expect(adapter.requests).toBe(0);
  });

  test('leaves a hanging adapter at once when cancelled and keeps the partial text', async () => {
    const controller = new AbortController();
    const adapter = new ScriptedAdapter({ deltas: [text('Hel')], ending: 'hang' });
    const { reply, clock } = call(adapter, { signal: controller.signal });
    await settle();
    controller.abort();
    await settle();
    expect(await Promise.race([reply, Promise.resolve('still waiting')])).toMatchObject({
      text: 'Hel',
      stop: 'cancelled',
    });
    expect([adapter.signals[0]?.aborted, adapter.returns, clock.pending]).toEqual([true, 1, 0]);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  test('cancels the wait before a retry', async () => {
    const controller = new AbortController();
    const adapter = new ScriptedAdapter({ deltas: [text('Goo')], ending: down });
    const { reply, clock } = call(adapter, { signal: controller.signal });
    await settle();
    expect(clock.pending).toBe(1);
    controller.abort();
    expect(await reply).toMatchObject({ text: '', stop: 'cancelled' });
    expect([adapter.requests, clock.pending]).toEqual([1, 0]);
  });

  test('drops the calls of a turn that was cancelled after its finish', async () => {
    const controller = new AbortController();
    const { reply } = call(
      new ScriptedAdapter({
        deltas: [
          { type: 'toolCall', index: 0, id: 'a', name: 'ls_dir' },
          { type: 'finish', reason: 'toolCalls' },
        ],
        ending: 'hang',
      }),
      {
        signal: controller.signal,
        onDelta: (delta) => {
          if (delta.type === 'finish') controller.abort();
        },
      },
    );
    expect(await reply).toMatchObject({ toolCalls: [], stop: 'cancelled' });
  });

  test('swallows what an abandoned adapter throws later', async () => {
    const controller = new AbortController();
    const feed = manual();
    const { reply } = call(feed.adapter, { signal: controller.signal });
    await settle();
    controller.abort();
    expect((await reply).stop).toBe('cancelled');
    // An unhandled rejection would fail this file.
    feed.fail(new Error('late'));
    await settle();
  });

  test.each<[string, LLMAdapter['streamComplete']]>([
    [
      'streamComplete',
      () => {
        throw new TypeError('bug sk-0123456789');
      },
    ],
    [
      'the iterator',
      () => ({
        [Symbol.asyncIterator]: () => ({
          next: () => {
            throw new TypeError('bug sk-0123456789');
          },
        }),
      }),
    ],
  ])('replies with an error when %s throws what is none of ours', async (_where, streamComplete) => {
    const { reply, clock } = call(Object.assign(new ScriptedAdapter(hello), { streamComplete }));
    const { stop, error } = await reply;
    expect([stop, error?.name, error?.message]).toEqual([
      'failed',
      'LLMRequestError',
      'The model could not be called: bug [key removed]',
    ]);
    expect(clock.pending).toBe(0);
  });

  test('replies with an error and leaves the stream when a listener throws', async () => {
    const adapter = new ScriptedAdapter({ deltas: [text('Hel'), text('lo')], ending: 'hang' });
    const { reply, clock } = call(adapter, {
      onDelta: () => {
        throw new Error('listener');
      },
    });
    expect(await reply).toMatchObject({ text: 'Hel', stop: 'failed', error: { name: 'LLMRequestError' } });
    expect([adapter.returns, clock.pending]).toEqual([1, 0]);
  });
});

/** A model that says what the test tells it to, when the test does. */
function manual() {
  let settleNext: ((result: IteratorResult<ModelDelta>) => void) | undefined;
  let failNext: ((error: Error) => void) | undefined;
  const adapter = Object.assign(new ScriptedAdapter(hello), {
    streamComplete: () => ({
      [Symbol.asyncIterator]: () => ({
        next: () =>
          new Promise<IteratorResult<ModelDelta>>((resolve, reject) => {
            settleNext = resolve;
            failNext = reject;
          }),
      }),
    }),
  });
  return {
    adapter,
    push: (value: ModelDelta) => settleNext?.({ done: false, value }),
    fail: (error: Error) => failNext?.(error),
  };
}

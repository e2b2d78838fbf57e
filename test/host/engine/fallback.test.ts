import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ProviderRegistry } from '../../../src/actors/llm/registry.js';
import type { LLMConfig } from '../../../src/actors/protocol/llm.js';
import type { ThreadEntry } from '../../../src/actors/protocol/thread.js';
import { systemClock } from '../../../src/actors/runtime/clock.js';
import { sumUsage } from '../../../src/actors/threads/usage/sum-usage.js';
import { SettingsError } from '../../../src/actors/protocol/errors.js';
import { BUILT_IN_PROVIDERS } from '../../../src/host/providers/built-in-providers.js';
import type { AgentEngine } from '../../../src/host/engine/agent-engine.js';
import { APIS, type Spoke, type Spoken } from '../../actors/llm/server/apis.js';
import { ModelServer, type Received } from '../../actors/llm/model-server.js';
import { makeEngine } from '../../doubles/make-engine.js';
import { simpleTool } from '../../doubles/simple-tool.js';
import { watchThread } from '../../doubles/watch-thread.js';

const A_KEY = 'key-of-a-0123456789';
const B_KEY = 'key-of-b-0123456789';

let a: ModelServer;
let b: ModelServer;
beforeEach(async () => {
  [a, b] = await Promise.all([ModelServer.start(), ModelServer.start()]);
});
afterEach(() => Promise.all([a[Symbol.asyncDispose](), b[Symbol.asyncDispose]()]));

const LOOK: Spoken = { text: ['I look. '], calls: [{ id: 'c', name: 'look', arguments: ['{}'] }] };

/** Answers the requests to a server one after the other; a function answers in a way of its own. */
function answer(
  server: ModelServer,
  { events }: Spoke,
  ...turns: readonly (Spoken | ((received: Received) => void))[]
): void {
  const left = [...turns];
  server.handle = (received) => {
    const turn = left.shift() ?? (left.length === 0 ? turns.at(-1) : undefined);
    if (typeof turn === 'function') turn(received);
    else speak(received, events(turn ?? {}));
  };
}

function speak({ response }: Received, events: readonly object[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.end('data: [DONE]\n\n');
}

const fail =
  (status: number, message = 'no', headers: Record<string, string> = {}) =>
  ({ reply }: Received): void => {
    reply(status, { error: { message } }, headers);
  };

const down = ({ request }: Received): void => {
  request.socket.destroy();
};

/** An engine over the real adapters, and the tool that it can call. */
function open(more: Partial<Parameters<typeof makeEngine>[2]> = {}): {
  readonly engine: AgentEngine;
  readonly looks: () => number;
} {
  const registry = new ProviderRegistry(BUILT_IN_PROVIDERS);
  let looks = 0;
  const look = simpleTool('look', {
    run: () => {
      looks += 1;
      return 'Nothing to see.';
    },
  });
  const { engine } = makeEngine([], [look], {
    clock: systemClock,
    createAdapter: (config) => registry.get(config.api ?? config.provider).createAdapter(config),
    ...more,
  });
  return { engine, looks: () => looks };
}

const configOf = (api: string, more: Partial<LLMConfig> = {}): LLMConfig => ({
  provider: 'a',
  api,
  model: 'big',
  baseUrl: a.url,
  apiKey: A_KEY,
  headers: { 'X-Team': 'team-of-a' },
  fallback: {
    provider: 'b',
    api: 'openai',
    model: 'spare',
    baseUrl: b.url,
    apiKey: B_KEY,
    prices: { input: 1, output: 2 },
  },
  ...more,
});

/** Sends a message, and resolves to the entries of its turn. */
async function ask(engine: AgentEngine, model: LLMConfig, thread = engine.createThread()) {
  const before = thread.entries.length;
  const turns = thread.entries.filter(({ kind }) => kind === 'turn_ended').length + 1;
  const watched = watchThread(thread, { turns });
  await thread.send({ text: 'Hi' }, { model });
  await watched;
  return { thread, entries: thread.entries.slice(before) };
}

const of = <Kind extends ThreadEntry['kind']>(entries: readonly ThreadEntry[], kind: Kind) =>
  entries.filter((entry): entry is Extract<ThreadEntry, { kind: Kind }> => entry.kind === kind);

const seenBy = ({ received }: ModelServer): string =>
  JSON.stringify(received.map(({ request, body }) => [request.url, request.rawHeaders, body]));

const [, chat] = APIS.find(([name]) => name === 'openai') as (typeof APIS)[number];

describe.each(APIS)('a turn with a model that speaks %s', (api, spoke) => {
  test.each<[string, (received: Received) => void, number]>([
    ['cannot be reached', down, 3],
    ['fails', fail(503), 3],
    ['is overloaded', fail(529, 'Overloaded'), 5],
    ['asks to slow down again and again', fail(429, 'slow down', { 'retry-after': '0' }), 5],
    ['asks to slow down for an hour', fail(429, 'slow down', { 'retry-after': '3600' }), 1],
    [
      'cuts off its answers',
      ({ response }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(`data: ${JSON.stringify(spoke.events({ text: ['Half'] })[0])}\n\n`);
        response.end('data: {"half of an event');
      },
      3,
    ],
  ])('goes on with the fallback when that %s', async (_how, broken, tries) => {
    answer(a, spoke, broken);
    answer(b, chat, LOOK, { text: ['Here.'] });
    const { engine, looks } = open();
    const { entries } = await ask(engine, configOf(api));
    expect(of(entries, 'turn_ended')).toMatchObject([{ outcome: 'answered' }]);
    expect([a.received.length, b.received.length, looks()]).toEqual([tries, 2, 1]);
    const retries = of(entries, 'retry');
    expect(retries.map(({ model }) => model)).toEqual([
      ...Array.from({ length: tries - 1 }, () => undefined),
      'b/spare',
    ]);
    expect(retries.at(-1)?.reason).not.toBe('');
    expect(of(entries, 'reply').map(({ text, model }) => [text, model])).toEqual([
      ['I look. ', 'b/spare'],
      ['Here.', 'b/spare'],
    ]);
    // What belongs to one server never reaches the other.
    for (const secret of [A_KEY, 'team-of-a']) expect(seenBy(b)).not.toContain(secret);
    expect(seenBy(a)).not.toContain(B_KEY);
    expect(seenBy(a)).toContain(A_KEY);
  });

  test.each<[string, (received: Received) => void, string]>([
    ['refuses the key', fail(401), 'LLM_AUTH'],
    ['forbids the request', fail(403), 'LLM_AUTH'],
    ['refuses the request', fail(400, 'bad words'), 'LLM_REQUEST'],
    ['has no such model', fail(404), 'LLM_REQUEST'],
  ])('ends when that %s', async (_how, broken, code) => {
    answer(a, spoke, broken);
    const { entries } = await ask(open().engine, configOf(api));
    expect(of(entries, 'turn_ended')).toMatchObject([{ outcome: 'failed', error: { code } }]);
    expect(b.received).toEqual([]);
  });

  test('repeats no call of a tool, and shows the other model none of the opaque state', async () => {
    answer(a, spoke, { reasoning: ['Secret thought.'], ...LOOK }, fail(500));
    answer(b, chat, { text: ['Seen.'] });
    const { engine, looks } = open();
    const { entries } = await ask(engine, configOf(api));
    expect(looks()).toBe(1);
    expect(of(entries, 'reply').map(({ model }) => model)).toEqual([undefined, 'b/spare']);
    const [request] = b.received;
    expect(request?.body).toMatchObject({
      model: 'spare',
      messages: [
        { role: 'system' },
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'I look. ', tool_calls: [{ id: 'c' }] },
        { role: 'tool', tool_call_id: 'c', content: 'Nothing to see.' },
      ],
    });
    expect(JSON.stringify(request?.body)).not.toMatch(/Secret thought|c2ln|x7f|signature|encrypted/);
  });

  test('tries the chosen model again in the next turn', async () => {
    answer(a, spoke, fail(500), fail(500), fail(500), { text: ['Back.'] });
    answer(b, chat, { text: ['Instead.'] });
    const { engine } = open();
    const { thread } = await ask(engine, configOf(api));
    const { entries } = await ask(engine, configOf(api), thread);
    expect(of(entries, 'reply').map(({ text, model }) => [text, model])).toEqual([['Back.', undefined]]);
    expect(b.received).toHaveLength(1);
    expect(seenBy(a)).toContain('Instead.');
  });
});

describe('a fallback', () => {
  test('is no part of the configuration that the adapter of another model gets', async () => {
    answer(a, chat, fail(500));
    answer(b, chat, { text: ['Here.'] });
    const registry = new ProviderRegistry(BUILT_IN_PROVIDERS);
    const given: LLMConfig[] = [];
    const { engine } = open({
      createAdapter: (config) => {
        given.push(config);
        return registry.get(config.api ?? config.provider).createAdapter(config);
      },
    });
    await ask(engine, configOf('openai'));
    expect(given.map(({ provider, apiKey }) => [provider, apiKey])).toEqual([
      ['a', A_KEY],
      ['b', B_KEY],
    ]);
    expect(JSON.stringify(given[0])).not.toContain(B_KEY);
  });

  test('that fails as well ends the turn with its own reason, and is the last', async () => {
    answer(a, chat, fail(500, 'a is down'));
    answer(b, chat, fail(500, 'b is down'));
    const third = { provider: 'c', api: 'openai', model: 'third', baseUrl: a.url };
    const { fallback } = configOf('openai');
    const model = configOf('openai', { fallback: { ...(fallback as LLMConfig), fallback: third } });
    const { entries } = await ask(open().engine, model);
    expect(of(entries, 'turn_ended')).toMatchObject([
      { outcome: 'failed', error: { message: expect.stringContaining('b is down') as string } },
    ]);
    expect([a.received.length, b.received.length]).toEqual([3, 3]);
  });

  test('is not asked after a cancel', async () => {
    const { engine } = open();
    const thread = engine.createThread();
    a.handle = () => {
      thread.cancel();
    };
    const watched = watchThread(thread);
    await thread.send({ text: 'Hi' }, { model: configOf('openai') });
    expect(of((await watched).entries, 'turn_ended')).toMatchObject([{ outcome: 'cancelled' }]);
    expect(b.received).toEqual([]);
  });

  test('costs what its own prices say, by its own name', async () => {
    answer(
      a,
      chat,
      ({ send, done }) => {
        send({
          choices: [
            {
              index: 0,
              delta: { tool_calls: [{ index: 0, id: 'c', function: { name: 'look', arguments: '{}' } }] },
              finish_reason: 'tool_calls',
            },
          ],
        });
        send({ choices: [], usage: { prompt_tokens: 1_000, completion_tokens: 100 } });
        done();
      },
      fail(500),
    );
    answer(b, chat, ({ send, done }) => {
      send({ choices: [{ index: 0, delta: { content: 'Well.' }, finish_reason: 'stop' }] });
      send({ choices: [], usage: { prompt_tokens: 2_000, completion_tokens: 200 } });
      done();
    });
    const model = configOf('openai', { prices: { input: 10, output: 20 } });
    const { thread } = await ask(open().engine, model);
    const { models, total } = sumUsage(thread.entries);
    expect([...models].map(([name, { costUsd }]) => [name, costUsd])).toEqual([
      ['a/big', expect.closeTo(0.012, 9)],
      ['b/spare', expect.closeTo(0.0024, 9)],
    ]);
    expect(total.costUsd).toBeCloseTo(0.0144, 9);
  });

  test('with a smaller window gets a shorter conversation', async () => {
    const long = 'word '.repeat(4_000);
    const look = simpleTool('look', { run: () => long });
    const registry = new ProviderRegistry(BUILT_IN_PROVIDERS);
    const { engine } = makeEngine([], [look], {
      clock: systemClock,
      createAdapter: (config) => registry.get(config.api ?? config.provider).createAdapter(config),
    });
    answer(a, chat, LOOK, { ...LOOK, calls: [{ id: 'd', name: 'look', arguments: ['{"a":1}'] }] }, fail(500));
    answer(b, chat, { text: ['A summary or an answer.'] });
    const { fallback } = configOf('openai');
    const model = configOf('openai', {
      contextWindow: 200_000,
      fallback: { ...(fallback as LLMConfig), contextWindow: 8_000 },
    });
    const { entries } = await ask(engine, model);
    expect(of(entries, 'turn_ended')).toMatchObject([{ outcome: 'answered' }]);
    const kinds = entries.map(({ kind }) => kind);
    expect(kinds.lastIndexOf('retry')).toBeLessThan(kinds.lastIndexOf('compaction'));
    const sent = b.received.at(-1)?.body['messages'];
    expect(JSON.stringify(sent).length).toBeLessThan(long.length);
  });

  test('without known prices is refused together with a limit of cost', async () => {
    const { fallback } = configOf('openai');
    const { prices: _unknown, ...unpriced } = fallback as LLMConfig;
    const { engine } = open();
    await expect(
      engine.createThread().send(
        { text: 'Hi' },
        {
          model: configOf('openai', { prices: { input: 1, output: 1 }, fallback: unpriced }),
          limits: { maxCostUsd: 1 },
        },
      ),
    ).rejects.toThrow(SettingsError);
    expect(a.received).toEqual([]);
  });

  test('is told of before it is asked', async () => {
    const stored: string[] = [];
    const { engine } = open();
    answer(a, chat, fail(500));
    const thread = engine.createThread();
    b.handle = (received) => {
      stored.push(
        ...thread.entries.filter(({ kind }) => kind === 'retry').map((entry) => JSON.stringify(entry)),
      );
      speak(received, chat.events({ text: ['Here.'] }));
    };
    await ask(engine, configOf('openai'), thread);
    expect(stored.at(-1)).toContain('"model":"b/spare"');
  });
});

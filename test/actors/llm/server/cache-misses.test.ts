import { describe, expect, test } from 'vitest';
import { accumulate, EMPTY_REPLY_DRAFT, toReply } from '../../../../src/actors/llm/accumulate.js';
import { anthropicWords } from '../../../../src/actors/llm/anthropic/anthropic-words.js';
import { responsesWords } from '../../../../src/actors/llm/openai-responses/responses-words.js';
import { BUILT_IN_PROVIDERS } from '../../../../src/host/providers/built-in-providers.js';
import type { ApiWords, ReasoningDialect } from '../../../../src/actors/llm/server/model-api.js';
import type { LLMMessage, ModelReply } from '../../../../src/actors/protocol/llm.js';
import { ModelServer } from '../model-server.js';
import { APIS } from './apis.js';

interface Explaining {
  readonly words: ApiWords<ReasoningDialect>;
  readonly model: string;
  /** One reply with the diagnosis of its server. */
  readonly events: (diagnosis: unknown) => readonly object[];
  /** What asks for a comparison with the reply of that id, or with none. */
  readonly asked: (id?: string) => object;
}

const ANTHROPIC: Explaining = {
  words: anthropicWords,
  model: 'claude-opus-5-5',
  events: (diagnosis) => [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        usage: { input_tokens: 10, cache_read_input_tokens: 0, output_tokens: 0 },
        diagnostics: diagnosis,
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: 'Fine.' } },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
  ],
  asked: (id) => ({ diagnostics: { previous_message_id: id ?? null } }),
};

const RESPONSES: Explaining = {
  words: responsesWords,
  model: 'gpt-6-luna',
  events: (diagnosis) => [
    {
      type: 'response.completed',
      response: {
        id: 'msg_1',
        status: 'completed',
        output: [],
        usage: { input_tokens: 10, output_tokens: 2 },
        prompt_cache_diagnostics: diagnosis,
      },
    },
  ],
  asked: (id) => (id === undefined ? {} : { prompt_cache_options: { comparison_response_id: id } }),
};

const HI: LLMMessage = { role: 'user', content: 'Hi' };

const build = (
  { words, model }: Explaining,
  messages: readonly LLMMessage[],
  isHome = true,
  named = model,
): object =>
  words.buildRequest(
    { provider: 'p', model: named },
    messages,
    {},
    words.createDialect({ provider: 'p', model: named }, isHome),
  );

function read({ words, model, events }: Explaining, diagnosis: unknown, isHome = true): ModelReply {
  const origin = { provider: 'p', model };
  const reader = words.createReader(origin, words.createDialect(origin, isHome));
  const draft = events(diagnosis)
    .flatMap((event) => reader.read(event))
    .reduce(accumulate, EMPTY_REPLY_DRAFT);
  return toReply(draft, draft.finish ?? 'failed');
}

const toMessage = ({ text, opaque }: ModelReply): LLMMessage => ({
  role: 'assistant',
  content: text,
  ...(opaque === undefined ? {} : { opaque }),
});

describe.each([
  ['Anthropic', ANTHROPIC],
  ['OpenAI responses', RESPONSES],
])('a request to %s', (_name, api) => {
  const reply = toMessage(read(api, null));

  test('is to be compared with the newest reply of the same model', () => {
    expect(build(api, [HI])).toMatchObject(api.asked());
    expect(build(api, [HI, reply, HI])).toMatchObject(api.asked('msg_1'));
    const other = { ...reply, opaque: { provider: 'q', data: { model: api.model, parts: [], id: 'msg_2' } } };
    const damaged = { ...reply, opaque: { provider: 'p', data: { model: api.model, parts: [], id: 7 } } };
    expect(build(api, [HI, reply, HI, other, HI, damaged, HI])).toMatchObject(api.asked('msg_1'));
    expect(JSON.stringify(build(api, [HI, other, HI]))).not.toContain('msg_2');
  });

  test('asks no other server for a reason, and keeps no id of its replies', () => {
    const text = JSON.stringify(build(api, [HI, reply, HI], false));
    expect(text).not.toMatch(/msg_1|diagnostics|prompt_cache_options/);
    expect(read(api, null, false).opaque).toBeUndefined();
  });

  test('asks for no reason any more once the server has refused that', () => {
    const dialect = api.words.createDialect({ provider: 'p', model: api.model }, true);
    const [name = ''] = Object.keys(api.asked('msg_1'));
    const adapted = api.words.adaptDialect(dialect, `Unknown parameter: '${name}'.`, { hasImages: false });
    expect(adapted).toEqual({ ...dialect, explainsCache: false });
  });
});

test('OpenAI is asked for a reason only where the model has one', () => {
  const reply = toMessage(read(RESPONSES, null));
  for (const model of ['gpt-5.5', 'gpt-5', 'gpt-4.1', 'o3'])
    expect(build(RESPONSES, [HI, reply, HI], true, model)).not.toHaveProperty('prompt_cache_options');
});

test.each([
  [
    { type: 'tools_changed', cache_missed_input_tokens: 900 },
    { changed: 'tools', tokens: 900 },
  ],
  [{ type: 'system_changed' }, { changed: 'system' }],
  [{ type: 'model_changed', cache_missed_input_tokens: -1 }, { changed: 'model' }],
  [
    { type: 'messages_changed', cache_missed_input_tokens: 5 },
    { changed: 'messages', tokens: 5 },
  ],
  [{ type: 'previous_message_not_found' }, undefined],
  [{ type: 'unavailable' }, undefined],
  [{ type: { a: 1 } }, undefined],
  [null, undefined],
])('the reason %j of Anthropic is read as %j', (reason, expected) => {
  expect(read(ANTHROPIC, { cache_miss_reason: reason }).usage.cacheMiss).toEqual(expected);
});

test.each([
  [
    { type: 'cache_miss', reason: 'tools_changed', cache_missed_tokens: 900 },
    { changed: 'tools', tokens: 900 },
  ],
  [{ type: 'cache_miss', reason: 'reasoning_effort_changed' }, { changed: 'effort' }],
  [{ type: 'cache_miss', reason: 'verbosity_changed', cache_missed_tokens: 'x' }, { changed: 'settings' }],
  [{ type: 'cache_miss', reason: 'something_new', cache_missed_tokens: 3 }, undefined],
  [{ type: 'cache_hit' }, undefined],
  [{ type: 'comparison_response_not_found' }, undefined],
  ['cache_miss', undefined],
])('the diagnosis %j of OpenAI is read as %j', (diagnosis, expected) => {
  expect(read(RESPONSES, diagnosis).usage.cacheMiss).toEqual(expected);
});

test.each(APIS)(
  'a server that speaks %s and is not that of the company is told of no reply',
  async (name, api) => {
    await using server = await ModelServer.start();
    server.handle = ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of api.events({ text: ['Fine.'] }))
        response.write(`data: ${JSON.stringify(event)}\n\n`);
      response.end();
    };
    const provider = BUILT_IN_PROVIDERS.find((one) => one.name === name);
    const adapter = provider?.createAdapter({ provider: 'p', model: 'gpt-6-luna', baseUrl: server.url });
    expect(await adapter?.complete([HI])).toBe('Fine.');
    expect(Object.keys(server.received[0]?.body ?? {}).join()).not.toMatch(
      /diagnostics|prompt_cache_options/,
    );
  },
);

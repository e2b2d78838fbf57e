import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anthropicWords } from '../../../../src/actors/llm/anthropic/anthropic-words.js';
import { accumulate, EMPTY_REPLY_DRAFT, toReply } from '../../../../src/actors/llm/accumulate.js';
import { responsesWords } from '../../../../src/actors/llm/openai-responses/responses-words.js';
import type { ApiWords, ReasoningDialect } from '../../../../src/actors/llm/server/model-api.js';
import type { LLMMessage, LLMOptions, ModelReply } from '../../../../src/actors/protocol/llm.js';
import { branchHeads, branchTo } from '../../../../src/actors/threads/branch.js';
import { toMessages } from '../../../../src/actors/threads/to-messages.js';
import { conversations, entriesOf } from '../../../arbitraries/conversation.js';
import { messagesRules, responsesRules } from '../../../doubles/api-rules.js';
import { pngPart } from '../../../doubles/images.js';
import { RUNS } from '../../threads/property-runs.js';
import { APIS as SPOKEN } from './apis.js';
import { listCachedParts } from './request-parts.js';

type Json = Record<string, unknown>;
type Request = Json & {
  readonly system?: readonly Json[];
  readonly tools?: readonly Json[];
  readonly messages: readonly { readonly role: string; readonly content: readonly Json[] }[];
  readonly input: readonly Json[];
};

const WORDS: Readonly<Record<string, ApiWords<ReasoningDialect>>> = {
  anthropic: anthropicWords,
  'openai-responses': responsesWords,
};
const APIS = SPOKEN.filter(([name]) => name in WORDS);

const tool = { name: 'ls_dir', description: 'Lists a directory.', parameters: { type: 'object' } };

function build(name: string, messages: readonly LLMMessage[], options: LLMOptions = {}, extra = {}): Request {
  const words = wordsOf(name);
  const origin = { provider: 'p', model: 'm', ...extra };
  const request = words.buildRequest(origin, messages, options, words.createDialect(origin, true));
  return JSON.parse(JSON.stringify(request)) as Request;
}

function wordsOf(name: string): ApiWords<ReasoningDialect> {
  const words = WORDS[name];
  if (words === undefined) throw new Error(`No words for ${name}.`);
  return words;
}

function replyTo(
  name: string,
  events: readonly unknown[],
  origin = { provider: 'p', model: 'm' },
): ModelReply {
  const words = wordsOf(name);
  const reader = words.createReader(origin, words.createDialect(origin, false));
  const draft = events.flatMap((event) => reader.read(event)).reduce(accumulate, EMPTY_REPLY_DRAFT);
  return toReply(draft, draft.finish ?? 'failed');
}

function toMessage({ text, reasoning, toolCalls, opaque }: ModelReply): LLMMessage {
  return {
    role: 'assistant',
    content: text,
    reasoning,
    ...(toolCalls.length === 0 ? {} : { toolCalls }),
    ...(opaque === undefined ? {} : { opaque }),
  };
}

const branches = conversations.map((conversation) => {
  const entries = entriesOf(conversation);
  return branchHeads(entries).map(({ id }) => branchTo(entries, id));
});

describe.each(APIS)('requests to %s', (name, api) => {
  const spoken = {
    reasoning: ['First ', 'this.'],
    text: ['Let me look.'],
    calls: [
      { id: 'call_a', name: 'ls_dir', arguments: ['{"uri":', '"src"}'] },
      { id: 'call_b', name: 'ls_dir', arguments: ['{"uri":"test"}'] },
    ],
  };
  const reply = replyTo(name, api.events(spoken));
  const results: LLMMessage[] = reply.toolCalls.map(({ id }) => ({
    role: 'tool',
    toolCallId: id,
    name: 'ls_dir',
    content: `nothing in ${id}`,
  }));

  test('return what the provider wants back, unchanged and in its place, to the same model only', () => {
    const messages: LLMMessage[] = [{ role: 'user', content: 'Hi' }, toMessage(reply), ...results];
    const opaque = name === 'anthropic' ? 'c2ln' : 'x7f';
    const own = JSON.stringify(build(name, messages));
    expect(own.split(opaque)).toHaveLength(2);
    expect(own.indexOf(opaque)).toBeLessThan(own.indexOf('Let me look.'));
    expect(own.indexOf('Let me look.')).toBeLessThan(own.indexOf('call_a'));
    for (const other of [{ provider: 'q' }, { model: 'n' }]) {
      const foreign = JSON.stringify(build(name, messages, {}, other));
      expect(foreign).not.toContain(opaque);
      expect(foreign).not.toContain('First this.');
      expect(foreign).toContain('Let me look.');
      expect(foreign).toContain('call_b');
    }
  });

  test('survive a state that is damaged, or belongs to a message that was changed', () => {
    const messages = (opaque: unknown): LLMMessage[] => [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Other words.', opaque: { provider: 'p', data: opaque } },
      { role: 'user', content: 'Go on.' },
    ];
    for (const data of [
      reply.opaque?.data,
      null,
      7,
      { model: 'm', parts: [{ text: -1 }, { call: 9 }, 0, null] },
    ])
      expect(JSON.stringify(build(name, messages(data)))).toContain('Other words.');
  });

  test('show images of people and of tools', () => {
    const request = JSON.stringify(
      build(name, [
        { role: 'user', content: 'Look.', images: [pngPart(2, 2)] },
        toMessage(reply),
        ...results.map((result) => ({ ...result, images: [pngPart(3, 3)] }) as LLMMessage),
      ]),
    );
    expect(request.split(pngPart(2, 2).data)).toHaveLength(2);
    expect(request.split(pngPart(3, 3).data)).toHaveLength(3);
  });

  test('extend each other byte for byte, for every thread, and follow the rules of the API', () => {
    fc.assert(
      fc.property(branches, (all) => {
        for (const branch of all) {
          let before: { readonly request: Request; readonly messages: readonly LLMMessage[] } | undefined;
          const system: LLMMessage = { role: 'system', content: 'You are Troupe.' };
          for (let length = 1; length <= branch.length; length++) {
            const provider = name === 'anthropic' ? 'anthropic' : 'openai';
            const messages = toMessages(branch.slice(0, length), provider);
            const rules = name === 'anthropic' ? messagesRules : responsesRules;
            const role = messages.at(-1)?.role;
            if (role !== 'user' && role !== 'tool') continue;
            if (rules(messages).length > 0) continue;
            const request = build(name, [system, ...messages], { tools: [tool] }, { provider });
            const isLonger =
              before !== undefined &&
              JSON.stringify(messages.slice(0, before.messages.length)) === JSON.stringify(before.messages);
            if (isLonger && before !== undefined) {
              const earlier = listCachedParts(before.request);
              expect(listCachedParts(request).slice(0, earlier.length)).toEqual(earlier);
            }
            checkShape(name, request);
            before = { request, messages };
          }
        }
      }),
      { numRuns: RUNS },
    );
  });
});

/** What the server itself would refuse in a request that is written. */
function checkShape(name: string, { messages, input, system = [], tools = [] }: Request): void {
  if (name !== 'anthropic') {
    for (const [index, { type }] of input.entries())
      if (type === 'reasoning')
        expect(['message', 'function_call', undefined]).toContain(input[index + 1]?.type);
    return;
  }
  expect(messages[0]?.role).toBe('user');
  for (const [index, { role, content }] of messages.entries()) {
    expect(role).not.toBe(messages[index + 1]?.role);
    expect(content.length).toBeGreaterThan(0);
    for (const { type, text } of content) if (type === 'text') expect(String(text).trim()).not.toBe('');
  }
  const blocks = [...tools, ...system, ...messages.flatMap(({ content }) => content)];
  expect(blocks.filter((block) => 'cache_control' in block).length).toBeLessThanOrEqual(4);
}

describe('requests to anthropic', () => {
  test('mark tools, the system prompt, where the request before ended, and the end', () => {
    const turn = (index: number): LLMMessage[] => [
      { role: 'assistant', content: '', toolCalls: [{ id: `c${index}`, name: 'ls_dir', arguments: '{}' }] },
      { role: 'tool', toolCallId: `c${index}`, name: 'ls_dir', content: `result ${index}` },
    ];
    const request = build(
      'anthropic',
      [{ role: 'system', content: 'S' }, { role: 'user', content: 'Hi' }, ...turn(1), ...turn(2)],
      { tools: [{ ...tool, name: 'a' }, tool] },
    );
    const isMarked = (blocks: readonly Json[]): boolean[] => blocks.map((block) => 'cache_control' in block);
    expect(isMarked(request.tools ?? [])).toEqual([false, true]);
    expect(isMarked(request.system ?? [])).toEqual([true]);
    expect(request.messages.map(({ content }) => isMarked(content).at(-1))).toEqual([
      false,
      false,
      true,
      false,
      true,
    ]);
  });

  test('ask for an answer that fits into the window, and for the effort in the words that a model knows', () => {
    const hello: LLMMessage[] = [{ role: 'user', content: 'Hello' }];
    expect(build('anthropic', hello)).toMatchObject({ max_tokens: 32_000 });
    expect(build('anthropic', hello, { maxTokens: 9 })).toMatchObject({ max_tokens: 9 });
    const full = { contextWindow: 4_000, maxOutputTokens: 64_000 };
    expect(Number(build('anthropic', hello, {}, full).max_tokens)).toBeLessThan(4_000);
    expect(build('anthropic', hello)).not.toHaveProperty('thinking');
    expect(build('anthropic', hello, {}, { effort: 'xhigh' })).toMatchObject({
      thinking: { type: 'adaptive' },
      output_config: { effort: 'xhigh' },
    });
    const words = wordsOf('anthropic');
    const origin = { provider: 'p', model: 'm', effort: 'high' as const };
    const refusal = 'adaptive thinking is not supported on this model';
    const older = words.adaptDialect(words.createDialect(origin, true), refusal, { hasImages: false });
    expect(older && words.buildRequest(origin, hello, {}, older)).toMatchObject({
      thinking: { type: 'enabled', budget_tokens: 16_000 },
    });
    const limit = 'max_tokens: 32000 > 8192, which is the maximum allowed number of output tokens for m';
    const smaller = words.adaptDialect(words.createDialect(origin, true), limit, { hasImages: false });
    expect(smaller && words.buildRequest(origin, hello, {}, smaller)).toMatchObject({ max_tokens: 8_192 });
  });
});

describe('requests to openai-responses', () => {
  test('store nothing, want the reasoning along, and have one cache key for a conversation', () => {
    const hello: LLMMessage[] = [{ role: 'user', content: 'Hello' }];
    const first = build('openai-responses', hello, { tools: [tool] }, { effort: 'low' });
    expect(first).toMatchObject({
      store: false,
      include: ['reasoning.encrypted_content'],
      reasoning: { effort: 'low', summary: 'auto' },
      tools: [{ type: 'function', name: 'ls_dir', strict: false }],
    });
    const next = build('openai-responses', [...hello, { role: 'assistant', content: 'Hi' }, ...hello]);
    expect(next.prompt_cache_key).toBe(first.prompt_cache_key);
    expect(build('openai-responses', [{ role: 'user', content: 'Else' }]).prompt_cache_key).not.toBe(
      first.prompt_cache_key,
    );
    expect(build('openai-responses', hello, {}, { model: 'gpt-4o' })).not.toHaveProperty('reasoning');
  });

  test.each([
    ["Unsupported parameter: 'reasoning.summary' is not supported with this model.", { reasoning: 'simple' }],
    ['Your organization must be verified to generate reasoning summaries.', { reasoning: 'simple' }],
    ['Encrypted content is not supported with this model.', { reasoning: 'none' }],
    ['Unknown parameter: prompt_cache_key', { takesCacheMarks: false }],
  ])('leave out what is refused: %s', (refusal, change) => {
    const words = wordsOf('openai-responses');
    const dialect = words.createDialect({ provider: 'p', model: 'm' }, true);
    expect(words.adaptDialect(dialect, refusal, { hasImages: false })).toEqual({ ...dialect, ...change });
  });
});

describe('replies of anthropic', () => {
  const end = (reason: string, more = {}): object => ({
    type: 'message_delta',
    delta: { stop_reason: reason, ...more },
    usage: { output_tokens: 3, output_tokens_details: { thinking_tokens: 2 } },
  });

  test.each([
    ['end_turn', 'end'],
    ['stop_sequence', 'end'],
    ['max_tokens', 'length'],
    ['model_context_window_exceeded', 'length'],
    ['pause_turn', 'length'],
    ['refusal', 'filtered'],
  ])('that end with %s stop with %s', (reason, stop) => {
    expect(replyTo('anthropic', [end(reason)]).stop).toBe(stop);
  });

  test('say why they refuse', () => {
    const details = { stop_details: { type: 'refusal', explanation: 'This may harm.' } };
    expect(replyTo('anthropic', [end('refusal', details)])).toMatchObject({
      text: 'This may harm.',
      stop: 'filtered',
    });
  });

  test('count what was cached, written and thought apart', () => {
    const usage = {
      input_tokens: 5,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 20,
      output_tokens: 1,
    };
    expect(
      replyTo('anthropic', [{ type: 'message_start', message: { usage } }, end('end_turn')]).usage,
    ).toEqual({
      inputTokens: 125,
      cachedTokens: 100,
      cacheWriteTokens: 20,
      outputTokens: 3,
      reasoningTokens: 2,
    });
  });

  test('keep the counts of the beginning when the end has none', () => {
    const begin = { input_tokens: 70, cache_read_input_tokens: 30, output_tokens: 1 };
    const last = { input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 9 };
    const events = [
      { type: 'message_start', message: { usage: begin } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: last },
    ];
    expect(replyTo('anthropic', events).usage).toEqual({
      inputTokens: 100,
      cachedTokens: 30,
      outputTokens: 9,
    });
  });

  test('keep redacted thinking, and the order of thinking, text and calls', () => {
    const blocks = [
      { type: 'redacted_thinking', data: 'EmwK' },
      { type: 'text', text: 'One. ' },
      { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' },
      { type: 'tool_use', id: 'a', name: 'ls_dir', input: { uri: 'src' } },
      { type: 'text', text: 'Two.' },
    ];
    const whole = { type: 'message', content: blocks, stop_reason: 'tool_use', usage: {} };
    const message = toMessage(replyTo('anthropic', [whole]));
    const { messages } = build('anthropic', [
      { role: 'user', content: 'Hi' },
      message,
      { role: 'tool', toolCallId: 'a', name: 'ls_dir', content: 'empty' },
    ]);
    expect(messages[1]?.content).toEqual(blocks);
  });
});

describe('replies of openai-responses', () => {
  test.each([
    [{ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }, 'length'],
    [{ status: 'incomplete', incomplete_details: { reason: 'content_filter' } }, 'filtered'],
    [{ status: 'completed' }, 'end'],
  ])('that end with %j stop with %s', (response, stop) => {
    expect(replyTo('openai-responses', [{ type: 'response.completed', response }]).stop).toBe(stop);
  });

  test('fail with what the server says', () => {
    const error = { code: 'rate_limit_exceeded', message: 'Slow.' };
    const failed = { type: 'response.failed', response: { status: 'failed', error } };
    expect(() => replyTo('openai-responses', [failed])).toThrow(expect.objectContaining({ error }));
  });

  test('are refusals where the model refuses, and count what was cached and thought apart', () => {
    const usage = {
      input_tokens: 9,
      input_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 3 },
    };
    const response = { object: 'response', status: 'completed', usage };
    const item = { type: 'message', content: [{ type: 'refusal', refusal: 'I will not.' }] };
    expect(replyTo('openai-responses', [{ ...response, output: [item] }])).toEqual({
      text: 'I will not.',
      reasoning: '',
      toolCalls: [],
      usage: { inputTokens: 9, cachedTokens: 4, cacheWriteTokens: 2, outputTokens: 5, reasoningTokens: 3 },
      stop: 'filtered',
    });
  });
});

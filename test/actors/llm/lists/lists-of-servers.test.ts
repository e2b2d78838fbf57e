import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { anthropicProvider } from '../../../../src/actors/llm/anthropic/anthropic.js';
import { readListedModel } from '../../../../src/actors/llm/lists/read-listed-model.js';
import { readModelList } from '../../../../src/actors/llm/lists/read-model-list.js';
import { openaiProvider } from '../../../../src/actors/llm/openai/openai.js';
import { openaiResponsesProvider } from '../../../../src/actors/llm/openai-responses/openai-responses.js';
import type { ListedModel, LLMProvider } from '../../../../src/actors/protocol/llm.js';
import { ModelServer } from '../model-server.js';

let server: ModelServer;
beforeEach(async () => {
  server = await ModelServer.start();
});
afterEach(() => server[Symbol.asyncDispose]());

/** Answers each path with its body, and all others as a server does that has no such path. */
function serve(bodies: Readonly<Record<string, object | ((body: Record<string, unknown>) => object)>>): void {
  server.handle = ({ request, body, reply }) => {
    const answer = bodies[(request.url ?? '').replace(/\?.*/, '')];
    if (answer === undefined) reply(404, { error: { message: 'not here' } });
    else reply(200, typeof answer === 'function' ? answer(body) : answer);
  };
}

const list = (provider: LLMProvider): Promise<readonly ListedModel[]> | undefined =>
  provider.listModels?.({ provider: 'p', model: 'any', baseUrl: server.url });

describe.each([
  ['openai', openaiProvider],
  ['openai-responses', openaiResponsesProvider],
  ['anthropic', anthropicProvider],
])('the list of a server by way of %s', (_, provider) => {
  test('says what OpenRouter says: window, longest answer, prices by the million, abilities', async () => {
    serve({
      '/v1/models': {
        data: [
          {
            id: 'anthropic/claude-opus-5',
            name: 'Anthropic: Claude Opus 5',
            context_length: 1_000_000,
            architecture: { modality: 'text+image->text', input_modalities: ['text', 'image'] },
            pricing: {
              prompt: '0.000005',
              completion: '0.000025',
              request: '0',
              input_cache_read: '0.0000005',
              input_cache_write: '0.00000625',
            },
            top_provider: { context_length: 200_000, max_completion_tokens: 64_000, is_moderated: true },
            supported_parameters: ['max_tokens', 'tools', 'reasoning'],
          },
          {
            id: 'openrouter/auto',
            context_length: 2_000_000,
            architecture: { input_modalities: ['text'] },
            pricing: { prompt: '-1', completion: '-1' },
            top_provider: { context_length: null, max_completion_tokens: null },
            supported_parameters: [],
          },
          { id: 'some/free', context_length: 32_768, pricing: { prompt: '0', completion: '0' } },
          { id: 'by/request', pricing: { prompt: '0.000001', completion: '0.000002', request: '0.01' } },
        ],
      },
    });
    expect(await list(provider)).toEqual([
      {
        id: 'anthropic/claude-opus-5',
        title: 'Anthropic: Claude Opus 5',
        contextWindow: 200_000,
        maxOutputTokens: 64_000,
        prices: { input: 5, cachedInput: 0.5, cacheWrite: 6.25, output: 25 },
        capabilities: { tools: true, images: true, reasoning: true },
      },
      {
        id: 'openrouter/auto',
        contextWindow: 2_000_000,
        capabilities: { tools: false, images: false, reasoning: false },
      },
      { id: 'some/free', contextWindow: 32_768, prices: { input: 0, output: 0 } },
      { id: 'by/request' },
    ]);
  });

  test('says what Anthropic says, with the efforts that a model takes', async () => {
    const can = (supported: boolean) => ({ supported });
    serve({
      '/v1/models': {
        data: [
          {
            type: 'model',
            id: 'claude-opus-4-6',
            display_name: 'Claude Opus 4.6',
            max_input_tokens: 1_000_000,
            max_tokens: 128_000,
            capabilities: {
              image_input: can(true),
              thinking: { supported: true, types: { adaptive: can(true), enabled: can(true) } },
              effort: {
                supported: true,
                low: can(true),
                medium: can(true),
                high: can(true),
                max: can(true),
                xhigh: can(false),
              },
            },
          },
          {
            type: 'model',
            id: 'claude-haiku-4-5',
            display_name: 'Claude Haiku 4.5',
            max_input_tokens: 200_000,
            max_tokens: 64_000,
            capabilities: { image_input: can(true), thinking: can(true), effort: { supported: false } },
          },
        ],
        has_more: false,
      },
    });
    expect(await list(provider)).toEqual([
      {
        id: 'claude-opus-4-6',
        title: 'Claude Opus 4.6',
        contextWindow: 1_000_000,
        maxOutputTokens: 128_000,
        capabilities: { images: true, reasoning: true, efforts: ['low', 'medium', 'high', 'max'] },
      },
      {
        id: 'claude-haiku-4-5',
        title: 'Claude Haiku 4.5',
        contextWindow: 200_000,
        maxOutputTokens: 64_000,
        capabilities: { images: true, reasoning: true },
      },
    ]);
  });

  test.each<[string, object, Omit<ListedModel, 'id'>]>([
    ['vLLM', { object: 'model', owned_by: 'vllm', max_model_len: 40_960 }, { contextWindow: 40_960 }],
    [
      'Groq',
      { owned_by: 'Meta', active: true, context_window: 131_072, max_completion_tokens: 32_768 },
      { contextWindow: 131_072, maxOutputTokens: 32_768 },
    ],
    [
      'Mistral',
      {
        name: 'm',
        max_context_length: 262_144,
        capabilities: { completion_chat: true, function_calling: true, vision: false },
      },
      { contextWindow: 262_144, capabilities: { tools: true, images: false } },
    ],
    ['llama.cpp', { meta: { n_ctx: 8_192, n_ctx_train: 131_072 } }, { contextWindow: 8_192 }],
    ['an older llama.cpp', { meta: { n_ctx_train: 131_072 } }, { largestWindow: 131_072 }],
    ['DeepSeek', { object: 'model', owned_by: 'deepseek' }, {}],
  ])('says what %s says', async (_server, item, said) => {
    serve({ '/v1/models': { object: 'list', data: [{ id: 'm', ...item }] } });
    expect(await list(provider)).toEqual([{ id: 'm', ...said }]);
  });

  test('asks LM Studio for its own list, and takes the window that a model has now', async () => {
    serve({
      '/v1/models': { data: [{ id: 'qwen3-coder' }, { id: 'gemma-vision' }, { id: 'embedder' }] },
      '/api/v0/models': {
        data: [
          {
            id: 'qwen3-coder',
            type: 'llm',
            state: 'loaded',
            max_context_length: 262_144,
            loaded_context_length: 16_384,
            capabilities: ['tool_use'],
          },
          { id: 'gemma-vision', type: 'vlm', state: 'not-loaded', max_context_length: 131_072 },
        ],
      },
    });
    expect(await list(provider)).toEqual([
      { id: 'qwen3-coder', contextWindow: 16_384, capabilities: { tools: true, images: false } },
      { id: 'gemma-vision', largestWindow: 131_072, capabilities: { images: true } },
      { id: 'embedder' },
    ]);
  });

  test('asks Ollama about each model, and takes the window that it has now or was given', async () => {
    const shown: Record<string, object> = {
      'qwen3:8b': {
        capabilities: ['completion', 'tools', 'thinking'],
        model_info: { 'general.architecture': 'qwen3', 'qwen3.context_length': 40_960 },
        parameters: 'temperature 0.6\ntop_k 20',
      },
      'mine:latest': {
        capabilities: ['completion', 'vision'],
        model_info: { 'llama.context_length': 131_072 },
        parameters: 'num_ctx    32768\nstop "<|eot_id|>"',
      },
      'running:latest': {
        capabilities: ['completion', 'tools'],
        model_info: { 'llama.context_length': 131_072 },
      },
    };
    serve({
      '/v1/models': { data: Object.keys(shown).map((id) => ({ id, owned_by: 'library' })) },
      '/api/tags': { models: Object.keys(shown).map((name) => ({ name, model: name })) },
      '/api/ps': { models: [{ name: 'running:latest', context_length: 4_096 }] },
      '/api/show': ({ model }) => shown[String(model)] ?? {},
    });
    expect(await list(provider)).toEqual([
      {
        id: 'qwen3:8b',
        largestWindow: 40_960,
        capabilities: { tools: true, images: false, reasoning: true },
      },
      {
        id: 'mine:latest',
        contextWindow: 32_768,
        capabilities: { tools: false, images: true, reasoning: false },
      },
      {
        id: 'running:latest',
        contextWindow: 4_096,
        capabilities: { tools: true, images: false, reasoning: false },
      },
    ]);
  });

  test('is what it is when nothing but names comes, each once', async () => {
    serve({ '/v1/models': { data: [{ id: 'b' }, { id: 'a' }, { id: 'b' }, { nothing: 1 }, null, 'c'] } });
    expect(await list(provider)).toEqual([{ id: 'b' }, { id: 'a' }]);
  });

  test('gets the key to its own paths and to no other server', async () => {
    serve({ '/v1/models': { data: [{ id: 'a' }] } });
    await provider.listModels?.({
      provider: 'p',
      model: 'any',
      baseUrl: server.url,
      apiKey: 'key-of-p-0123',
    });
    expect(server.received.map(({ request }) => (request.url ?? '').replace(/\?.*/, '')).sort()).toEqual([
      '/api/tags',
      '/api/v0/models',
      '/v1/models',
    ]);
  });
});

test('whatever a server lists becomes a name and numbers that can be, or nothing', () => {
  const names = [
    'id',
    'name',
    'context_length',
    'max_tokens',
    'pricing',
    'capabilities',
    'meta',
    'architecture',
  ];
  const anyItem = fc.dictionary(fc.constantFrom(...names), fc.jsonValue());
  fc.assert(
    fc.property(fc.oneof(anyItem, fc.jsonValue()), (item) => {
      const model = readListedModel(item);
      if (model === undefined) return;
      expect(model.id.trim()).not.toBe('');
      for (const tokens of [model.contextWindow, model.maxOutputTokens, model.largestWindow])
        if (tokens !== undefined) expect(Number.isSafeInteger(tokens) && tokens > 0).toBe(true);
      for (const price of Object.values(model.prices ?? {}))
        expect(typeof price === 'number' && price >= 0 && Number.isFinite(price)).toBe(true);
    }),
  );
});

test('a list without end is read in part', () => {
  const endless = Array.from({ length: 6_000 }, (_, index) => ({ id: `m${index}` }));
  expect(readModelList({ data: endless })).toHaveLength(5_000);
  expect(readModelList(endless.slice(0, 3))).toHaveLength(3);
});

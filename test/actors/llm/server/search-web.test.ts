import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LLMConfig, LLMProvider } from '../../../../src/actors/protocol/llm.js';
import { anthropicProvider } from '../../../../src/actors/llm/anthropic/anthropic.js';
import { openaiProvider } from '../../../../src/actors/llm/openai/openai.js';
import { openaiResponsesProvider } from '../../../../src/actors/llm/openai-responses/openai-responses.js';
import { SEARCH_INSTRUCTIONS } from '../../../../src/actors/llm/server/search-request.js';
import { errorOf } from '../../../doubles/error-of.js';

/** A request as the server of a company gets it. */
interface Sent {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

const sent: Sent[] = [];
let answer: (signal: AbortSignal | null | undefined) => Response | Promise<Response>;
beforeEach(() => {
  sent.length = 0;
  // The companies' own servers are not reached by tests: what would be sent there is looked at instead.
  vi.stubGlobal('fetch', async (input: URL | string, init: RequestInit = {}) => {
    const {
      authorization,
      'x-api-key': key,
      'anthropic-version': version,
    } = Object.fromEntries(new Headers(init.headers));
    const headers = { authorization, key, version };
    sent.push({
      url: String(input),
      method: init.method ?? 'GET',
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
      ),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    });
    return answer(init.signal);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const json = (body: unknown, status = 200): Response => Response.json(body, { status });

/** Searches with the model of a configuration. */
async function search(provider: LLMProvider, config: Partial<LLMConfig>, signal?: AbortSignal) {
  const adapter = provider.createAdapter({
    provider: provider.name,
    model: 'a-model',
    apiKey: 'the-key',
    ...config,
  });
  return adapter.searchWeb?.('what is new', signal);
}

const ANTHROPIC_REPLY = {
  type: 'message',
  content: [
    { type: 'text', text: 'I search.' },
    { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'what is new' } },
    {
      type: 'web_search_tool_result',
      tool_use_id: 's1',
      content: [
        {
          type: 'web_search_result',
          url: 'https://a.example/',
          title: 'A',
          page_age: 'May 1, 2026',
          encrypted_content: 'x',
        },
        { type: 'web_search_result', url: 'https://b.example/', title: 'B', page_age: null },
        { type: 'web_search_result', url: 'javascript:alert(1)', title: 'C' },
      ],
    },
    {
      type: 'text',
      text: ' B is new.',
      citations: [
        {
          type: 'web_search_result_location',
          url: 'https://b.example/',
          title: 'B',
          cited_text: 'B is quite new.',
        },
        {
          type: 'web_search_result_location',
          url: 'https://b.example/',
          title: 'B',
          cited_text: 'Another place.',
        },
      ],
    },
  ],
  stop_reason: 'end_turn',
  usage: { input_tokens: 6_000, output_tokens: 300, server_tool_use: { web_search_requests: 1 } },
};

describe("Anthropic's search", () => {
  test('is asked with the query alone, and what it cites comes first', async () => {
    answer = () => json(ANTHROPIC_REPLY);
    expect(await search(anthropicProvider, { model: 'claude-haiku-4-5' })).toEqual({
      sources: [
        { url: 'https://b.example/', title: 'B', excerpt: 'B is quite new.' },
        { url: 'https://a.example/', title: 'A', age: 'May 1, 2026' },
      ],
      text: 'I search. B is new.',
      usage: { inputTokens: 6_000, outputTokens: 300 },
    });
    expect(sent).toEqual([
      {
        url: 'https://api.anthropic.com/v1/messages',
        method: 'POST',
        headers: { key: 'the-key', version: '2023-06-01' },
        body: {
          model: 'claude-haiku-4-5',
          max_tokens: 4_096,
          system: SEARCH_INSTRUCTIONS,
          messages: [{ role: 'user', content: 'what is new' }],
          tools: [{ type: 'web_search_20250305', name: 'web_search', max_uses: 3 }],
        },
      },
    ]);
  });

  test('says why it has failed', async () => {
    const content = [
      {
        type: 'web_search_tool_result',
        content: { type: 'web_search_tool_result_error', error_code: 'too_many_requests' },
      },
    ];
    answer = () => json({ type: 'message', content, usage: {} });
    await expect(search(anthropicProvider, {})).rejects.toThrow(
      'The web search of the provider failed: too many requests.',
    );
  });
});

describe("OpenAI's search", () => {
  const reply = {
    object: 'response',
    status: 'completed',
    output: [
      { type: 'reasoning', id: 'r' },
      {
        type: 'web_search_call',
        action: {
          type: 'search',
          sources: [
            { type: 'url', url: 'https://a.example/' },
            { type: 'url', url: 'https://b.example/' },
          ],
        },
      },
      { type: 'web_search_call', action: { type: 'open_page', url: 'https://b.example/' } },
      {
        type: 'message',
        content: [
          {
            type: 'output_text',
            text: 'B is new.',
            annotations: [
              { type: 'url_citation', url: 'https://b.example/', title: 'B', start_index: 0, end_index: 1 },
            ],
          },
        ],
      },
    ],
    usage: { input_tokens: 500, output_tokens: 50, output_tokens_details: { reasoning_tokens: 20 } },
  };

  test.each([
    ['responses', openaiResponsesProvider],
    ['chat completions', openaiProvider],
  ])('is asked by responses for models of %s', async (_api, provider) => {
    answer = () => json(reply);
    expect(await search(provider, { effort: 'minimal' })).toEqual({
      sources: [{ url: 'https://b.example/', title: 'B' }, { url: 'https://a.example/' }],
      text: 'B is new.',
      usage: { inputTokens: 500, outputTokens: 50, reasoningTokens: 20 },
    });
    expect(sent).toEqual([
      {
        url: 'https://api.openai.com/v1/responses',
        method: 'POST',
        headers: { authorization: 'Bearer the-key' },
        body: {
          model: 'a-model',
          instructions: SEARCH_INSTRUCTIONS,
          input: 'what is new',
          store: false,
          tools: [{ type: 'web_search' }],
          max_tool_calls: 3,
          max_output_tokens: 8_192,
          include: ['web_search_call.action.sources'],
          reasoning: { effort: 'low' },
        },
      },
    ]);
  });

  test('leaves the effort to the server where the person has named none', async () => {
    answer = () => json(reply);
    await search(openaiResponsesProvider, {});
    expect(sent[0]?.body).not.toHaveProperty('reasoning');
  });
});

describe("OpenRouter's search", () => {
  test('is asked with the query alone', async () => {
    answer = () =>
      json({
        choices: [
          {
            message: {
              role: 'assistant',
              content: 'B is new.',
              annotations: [
                {
                  type: 'url_citation',
                  url_citation: { url: 'https://b.example/', title: 'B', content: 'B is quite new.' },
                },
              ],
            },
          },
        ],
        usage: { prompt_tokens: 900, completion_tokens: 90 },
      });
    expect(
      await search(openaiProvider, { baseUrl: 'https://openrouter.ai/api/v1', model: 'z-ai/glm' }),
    ).toEqual({
      sources: [{ url: 'https://b.example/', title: 'B', excerpt: 'B is quite new.' }],
      text: 'B is new.',
      usage: { inputTokens: 900, outputTokens: 90 },
    });
    expect(sent).toEqual([
      {
        url: 'https://openrouter.ai/api/v1/chat/completions',
        method: 'POST',
        headers: { authorization: 'Bearer the-key' },
        body: {
          model: 'z-ai/glm',
          messages: [
            { role: 'system', content: SEARCH_INSTRUCTIONS },
            { role: 'user', content: 'what is new' },
          ],
          max_tokens: 4_096,
          tools: [{ type: 'openrouter:web_search', parameters: { max_results: 5, max_total_results: 10 } }],
        },
      },
    ]);
  });
});

describe('a search', () => {
  test.each([
    [openaiProvider, 'http://localhost:11434/v1'],
    [openaiProvider, 'https://api.deepseek.com/v1'],
    [openaiProvider, 'https://openrouter.ai.evil.example/v1'],
    [openaiResponsesProvider, 'https://models.example/v1'],
    [anthropicProvider, 'https://models.example'],
    [anthropicProvider, 'https://api.anthropic.com.evil.example'],
  ])('is not there at a server that has none', (provider, baseUrl) => {
    const adapter = provider.createAdapter({ provider: 'p', model: 'm', baseUrl });
    expect(typeof adapter.searchWeb).toBe('undefined');
  });

  test.each<unknown>([
    null,
    [],
    'text',
    {},
    { content: 7, output: {}, choices: [7] },
    { content: [null], output: [{}], usage: 'x' },
  ])('reads whatever a server sends: %j', async (body) => {
    answer = () => json(body);
    for (const [provider, config] of [
      [anthropicProvider, {}],
      [openaiResponsesProvider, {}],
      [openaiProvider, { baseUrl: 'https://openrouter.ai/api/v1' }],
    ] as const)
      expect(await search(provider, config)).toEqual({
        sources: [],
        text: '',
        usage: { inputTokens: 0, outputTokens: 0 },
      });
  });

  test('explains a refusal, without the key', async () => {
    answer = () => json({ error: { type: 'invalid_request_error', message: 'the-key may not search' } }, 400);
    const error = await errorOf(() => search(anthropicProvider, {}));
    expect(error).toMatchObject({ code: 'LLM_REQUEST' });
    expect(String(error)).toContain('may not search');
    expect(String(error)).not.toContain('the-key');
  });

  test('needs the key that the model needs', async () => {
    answer = () => json({});
    await expect(search(anthropicProvider, { apiKey: '' })).rejects.toThrow('Anthropic requires an API key');
    expect(sent).toEqual([]);
  });

  test('does not follow a redirect to another server', async () => {
    answer = () =>
      new Response(null, { status: 307, headers: { location: 'https://evil.example/v1/messages' } });
    await expect(search(anthropicProvider, {})).rejects.toThrow(
      'redirects to another address, https://evil.example/v1',
    );
    expect(sent).toHaveLength(1);
  });

  test('ends at once when it is cancelled', async () => {
    const controller = new AbortController();
    answer = (signal) =>
      new Promise((_resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        controller.abort(new Error('enough'));
      });
    await expect(search(anthropicProvider, {}, controller.signal)).rejects.toThrow('enough');
  });

  test('does not read an answer that never ends', async () => {
    let sentBytes = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(stream) {
        sentBytes += 65_536;
        stream.enqueue(new Uint8Array(65_536).fill(120));
      },
    });
    answer = () => new Response(body, { headers: { 'content-type': 'application/json' } });
    await expect(search(anthropicProvider, {})).rejects.toThrow('The answer to the search has over 4 MB.');
    expect(sentBytes).toBeLessThan(16 * 1024 * 1024);
  });
});

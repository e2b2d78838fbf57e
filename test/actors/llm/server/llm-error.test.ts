import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { expect, test } from 'vitest';
import { toWire } from '../../../../src/actors/protocol/errors.js';
import { toErrorEnvelope } from '../../../../src/actors/llm/server/error-body.js';
import { toLLMError } from '../../../../src/actors/llm/server/llm-error.js';
import { OVERFLOW_WORDS, type OverflowWords } from './overflow-words.js';

const context = { provider: 'openai', baseUrl: 'http://host/v1?token=t', secrets: ['hunter22'], nowMs: 0 };

/** What the SDK throws for a response. */
function refused(status: number, body: unknown, headers: Record<string, string> = {}): unknown {
  const envelope: unknown = JSON.parse(
    toErrorEnvelope(typeof body === 'string' ? body : JSON.stringify(body)),
  );
  return APIError.generate(status, envelope as object, undefined, new Headers(headers));
}

/** What the SDK throws for an error in mid-stream. */
const streamed = (error: unknown): unknown =>
  new APIError(undefined, error as object, undefined, new Headers());

const network = (code: string): unknown =>
  new APIConnectionError({
    message: undefined,
    cause: new TypeError('fetch failed', { cause: Object.assign(new Error(`connect ${code}`), { code }) }),
  });

test.each<[string, unknown, object]>([
  [
    'a wrong key',
    refused(401, { error: { message: 'Incorrect API key provided: hunter22.' } }),
    {
      name: 'LLMAuthError',
      message:
        'The model server refused the API key (401). Check the key and what it may be used for. It said: Incorrect API key provided: [key removed].',
      details: { status: 401 },
    },
  ],
  ['a key without rights', refused(403, ''), { name: 'LLMAuthError', details: { status: 403 } }],
  [
    'a rate limit',
    refused(429, { error: { message: 'Slow down', code: 'rate_limit_exceeded' } }, { 'retry-after': '7' }),
    {
      name: 'LLMRateLimitError',
      message: 'The model server asked us to slow down. It said: Slow down.',
      details: { retryAfterMs: 7_000 },
    },
  ],
  ['a rate limit that names no time', refused(429, ''), { name: 'LLMRateLimitError', details: {} }],
  [
    'an empty purse',
    refused(429, { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } }),
    {
      name: 'LLMRequestError',
      message: expect.stringContaining('Check the plan and the balance of your account there'),
      details: { status: 429 },
    },
  ],
  [
    'no money',
    refused(402, { error: { message: 'Insufficient Balance' } }),
    {
      name: 'LLMRequestError',
      message: expect.stringContaining('Check the plan and the balance of your account there'),
    },
  ],
  [
    'a server that is down for a while',
    refused(503, { error: { message: 'Loading model' } }, { 'retry-after': '20' }),
    { name: 'LLMConnectionError', details: { status: 503, retryAfterMs: 20_000 } },
  ],
  [
    'a rate limit that says its time in words',
    streamed({ message: 'Limit reached. Please try again in 1m2.5s.', code: 'rate_limit_exceeded' }),
    { name: 'LLMRateLimitError', details: { retryAfterMs: 62_500 } },
  ],
  [
    'a bad parameter',
    refused(400, { error: { message: 'temperature must be below 2' } }),
    {
      name: 'LLMRequestError',
      message:
        'The model server refused the request (400). Change the settings of the model, or use another one. It said: temperature must be below 2.',
      details: { status: 400 },
    },
  ],
  [
    'an unknown model',
    refused(404, { error: 'model "x" not found' }),
    {
      name: 'LLMRequestError',
      message:
        'The model server refused the request (404). Check the name of the model. It said: model "x" not found.',
    },
  ],
  [
    'the words of FastAPI',
    refused(422, { detail: [{ loc: ['body', 'stream_options'] }] }),
    {
      name: 'LLMRequestError',
      message:
        'The model server refused the request (422). Change the settings of the model, or use another one. It said: [{"loc":["body","stream_options"]}].',
    },
  ],
  [
    'the words of vLLM',
    refused(400, { object: 'error', message: 'too long', code: 400 }),
    {
      message:
        'The model server refused the request (400). Change the settings of the model, or use another one. It said: too long.',
    },
  ],
  [
    'a gateway that fails',
    refused(502, '<html>\n<head><title>502 Bad\n gateway</title></head>\n<body>...</body></html>'),
    {
      name: 'LLMConnectionError',
      message: 'The model server at http://host/v1 failed (502). It sent a web page: 502 Bad gateway.',
      details: { url: 'http://host/v1', status: 502 },
    },
  ],
  [
    'a gateway that is busy',
    refused(429, '<!DOCTYPE html><title>Too many requests</title>', { 'retry-after': '2' }),
    {
      name: 'LLMRateLimitError',
      message: 'The model server asked us to slow down. It sent a web page: Too many requests.',
      details: { retryAfterMs: 2_000 },
    },
  ],
  ['a request time-out', refused(408, ''), { name: 'LLMConnectionError', details: { status: 408 } }],
  ['a conflict', refused(409, ''), { name: 'LLMConnectionError', details: { status: 409 } }],
  [
    'a closed port',
    network('ECONNREFUSED'),
    {
      name: 'LLMConnectionError',
      message:
        'The connection to the model server at http://host/v1 failed: connection refused. Check that the server runs, the base URL and your network.',
      details: { url: 'http://host/v1' },
    },
  ],
  [
    'a bad certificate',
    network('CERT_HAS_EXPIRED'),
    { message: expect.stringContaining('failed: its certificate has expired.') },
  ],
  [
    'a failure that nobody knows',
    network('ERR_ODD'),
    { message: expect.stringContaining('failed: ERR_ODD.') },
  ],
  [
    'a time-out of the SDK',
    new APIConnectionTimeoutError(),
    { message: expect.stringContaining('Request timed out.') },
  ],
  [
    'a chunk that is not JSON',
    new SyntaxError('x'),
    { message: expect.stringContaining('sent something that is not JSON') },
  ],
  ['something that is no error', 'boom', { name: 'LLMConnectionError', details: { url: 'http://host/v1' } }],
  [
    'an overload in mid-stream',
    streamed({ message: 'Overloaded', type: 'server_error' }),
    { name: 'LLMConnectionError' },
  ],
  [
    'a failure in mid-stream with a status',
    streamed({ message: 'Bad gateway', code: 502 }),
    { details: { status: 502 } },
  ],
  [
    'a rate limit in mid-stream',
    streamed({ message: 'Slow', code: 'rate_limit_exceeded' }),
    { name: 'LLMRateLimitError' },
  ],
  [
    'a refusal in mid-stream',
    streamed({ message: 'No', type: 'invalid_request_error' }),
    { name: 'LLMRequestError' },
  ],
  [
    'a word in mid-stream',
    streamed('something broke'),
    { message: expect.stringContaining('It said: something broke') },
  ],
])('toLLMError explains %s', (_what, thrown, expected) => {
  const error = toLLMError(thrown, context);
  const { name, message, details, cause } = error;
  expect({ name, message, details }).toMatchObject(expected);
  expect(cause).toBeUndefined();
});

test('toLLMError asks about the base URL when a server that is not at /v1 knows no such thing', () => {
  expect(
    toLLMError(refused(404, '404 page not found'), { ...context, baseUrl: 'http://host:11434' }).message,
  ).toBe(
    'The model server refused the request (404). Check the name of the model and the base URL: most end in /v1, this one is http://host:11434. It said: 404 page not found.',
  );
});

test.each<OverflowWords>(OVERFLOW_WORDS)(
  'toLLMError knows a window that is too small by the words of %s',
  (_server, status, words, window) => {
    const error = toLLMError(
      refused(status, words.startsWith('<') ? words : { error: { message: words } }),
      context,
    );
    expect(error).toMatchObject({
      name: 'LLMRequestError',
      message: expect.stringContaining('start a new one'),
    });
    expect(error.details).toEqual({
      status,
      problem: 'context overflow',
      ...(window === undefined ? {} : { contextWindow: window }),
    });
  },
);

test('toLLMError knows a window that is too small by a code, and its size by a field', () => {
  const llama = {
    code: 400,
    type: 'exceed_context_size_error',
    message: 'too long',
    n_prompt_tokens: 9,
    n_ctx: 4096,
  };
  expect(toLLMError(refused(400, { error: llama }), context)).toMatchObject({
    message:
      'The model server refused the request (400). The conversation does not fit into the window of 4096 tokens that the model has: start a new one, ask for smaller parts of files, or use a model with a larger window (a server of your own may offer less than its model can take). It said: too long.',
    details: { problem: 'context overflow', contextWindow: 4096 },
  });
  const coded = { message: 'No.', code: 'context_length_exceeded' };
  expect(toLLMError(streamed(coded), context).details).toEqual({ problem: 'context overflow' });
});

test.each([
  [
    'a limit',
    429,
    'Rate limit reached for gpt-4o on tokens per min (TPM): Limit 30000, Used 29000, Requested 1200.',
  ],
  ['Bedrock that is busy', 429, 'ThrottlingException: Too many tokens, please wait before trying again.'],
  ['a limit of words', 429, 'Too many requests'],
  ['a limit of tokens a minute', 429, 'Too many tokens per minute for this model.'],
  ['a bad size of an answer', 400, 'max_tokens exceeds the maximum of 8192 for this model'],
  ['a bad parameter', 400, 'max_tokens must be at most 64000'],
  ['a bad name', 400, 'The model `long-context` does not exist'],
])('toLLMError takes no %s for a window that is too small', (_what, status, words) => {
  expect(toLLMError(refused(status, { error: { message: words } }), context).details).not.toHaveProperty(
    'problem',
  );
});

test.each([
  ['Ollama', 400, 'registry.ollama.ai/library/gemma:2b does not support tools', 'choose one that can'],
  [
    'OpenRouter',
    404,
    'No endpoints found that support tool use. To learn more, visit: https://x',
    'choose one that can',
  ],
  ['Groq', 400, '`tool calling` is not supported with this model', 'choose one that can'],
  ['DeepSeek', 400, 'deepseek-reasoner does not support Function Calling', 'choose one that can'],
  ['a gateway', 400, 'Function calling is not enabled for this model', 'choose one that can'],
  [
    'vLLM',
    400,
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    'start vLLM with --enable-auto-tool-choice and --tool-call-parser NAME.',
  ],
  ['llama.cpp', 500, 'tools param requires --jinja flag', 'start llama-server with --jinja.'],
  ['llama.cpp, earlier', 500, 'Unsupported param: tools', 'start llama-server with --jinja.'],
])('toLLMError says what to do when %s has no tools', (_server, status, words, advice) => {
  const error = toLLMError(refused(status, { error: { message: words } }), context);
  expect(error).toMatchObject({ name: 'LLMRequestError', message: expect.stringContaining(advice) });
  expect(error.message).toContain(words);
  expect(error.details).toEqual({ status, problem: 'no tools' });
});

test.each([
  ['LM Studio', streamed('Unexpected endpoint or method. (POST /chat/completions)')],
  ['a path that takes no POST', refused(405, { detail: 'Method Not Allowed' })],
])('toLLMError asks about the base URL when the path is wrong for %s', (_server, thrown) => {
  expect(toLLMError(thrown, { ...context, baseUrl: 'http://host:1234' })).toMatchObject({
    name: 'LLMRequestError',
    message: expect.stringContaining(
      'Check the base URL: most end in /v1, this one is http://host:1234. It said: ',
    ),
  });
});

test('toLLMError cuts long words short without halving a character', () => {
  const { message } = toLLMError(refused(500, `${'x'.repeat(599)}😀 and so on`), context);
  expect(message.endsWith(`${'x'.repeat(599)}…`)).toBe(true);
});

test('toLLMError leaves no half of a key where long words are cut', () => {
  const { message } = toLLMError(refused(500, `${'x'.repeat(596)} hunter22`), context);
  expect(message).not.toContain('hun');
});

test('toLLMError lets no key through, whatever was thrown and wherever the key stood', () => {
  // Without a digit it may be a word of the message.
  const key = fc.stringMatching(/^[!-~]{8,40}$/).filter((key) => /\d/.test(key));
  fc.assert(
    fc.property(
      key,
      fc.constantFrom(400, 401, 403, 404, 408, 422, 429, 500, 503),
      fc.nat({ max: 7 }),
      (key, status, kind) => {
        const errors = [
          refused(status, { error: { message: `key ${key} is wrong`, code: key } }),
          refused(status, { message: `key ${key}`, type: key }),
          refused(status, { detail: [{ input: key }] }),
          refused(status, `<html>${key}`),
          refused(
            status,
            { error: { [key]: key } },
            { 'x-key': key.replaceAll(/[^a-z]/gi, 'x'), 'retry-after': '1' },
          ),
          streamed({ message: key, type: key }),
          Object.assign(new Error(`Bearer ${key}`, { cause: new Error(key) }), {
            code: key,
            headers: { authorization: key },
          }),
          network(key),
        ];
        const error = toLLMError(errors[kind], {
          ...context,
          baseUrl: `http://host/${key}/v1?k=${key}`,
          secrets: [key],
        });
        const seen = [
          JSON.stringify(toWire(error)),
          inspect(error, { depth: 10, showHidden: true }),
          error.stack ?? '',
        ].join();
        expect(seen.includes(key)).toBe(false);
        expect(seen.includes(JSON.stringify(key).slice(1, -1))).toBe(false);
      },
    ),
    { numRuns: 500 },
  );
});

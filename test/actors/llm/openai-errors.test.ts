import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai';
import { expect, test } from 'vitest';
import { toWire } from '../../../src/actors/protocol/errors.js';
import { toErrorEnvelope } from '../../../src/actors/llm/openai-error-body.js';
import { toLLMError } from '../../../src/actors/llm/openai-errors.js';

const context = { baseUrl: 'http://host/v1?token=t', secrets: ['hunter22'], nowMs: 0 };

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
        'The model server refused the API key (401). Set OPENAI_API_KEY or check the key in your settings and what it may be used for. It said: Incorrect API key provided: [key removed].',
      details: { status: 401 },
    },
  ],
  ['a key without rights', refused(403, ''), { name: 'LLMAuthError', details: { status: 403 } }],
  [
    'a rate limit',
    refused(429, { error: { message: 'Slow down', code: 'rate_limit_exceeded' } }, { 'retry-after': '7' }),
    {
      name: 'LLMRateLimitError',
      message: 'The model server asked us to slow down. It said: Slow down',
      details: { retryAfterMs: 7_000 },
    },
  ],
  ['a rate limit that names no time', refused(429, ''), { name: 'LLMRateLimitError', details: {} }],
  [
    'an empty purse',
    refused(429, { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } }),
    { name: 'LLMRequestError', details: { status: 429 } },
  ],
  ['no money', refused(402, { error: { message: 'Insufficient Balance' } }), { name: 'LLMRequestError' }],
  [
    'a bad parameter',
    refused(400, { error: { message: 'temperature must be below 2' } }),
    {
      name: 'LLMRequestError',
      message: 'The model server refused the request (400). It said: temperature must be below 2',
      details: { status: 400 },
    },
  ],
  [
    'an unknown model',
    refused(404, { error: 'model "x" not found' }),
    {
      name: 'LLMRequestError',
      message:
        'The model server refused the request (404). Check the name of the model. It said: model "x" not found',
    },
  ],
  [
    'the words of FastAPI',
    refused(422, { detail: [{ loc: ['body', 'stream_options'] }] }),
    {
      name: 'LLMRequestError',
      message: 'The model server refused the request (422). It said: [{"loc":["body","stream_options"]}]',
    },
  ],
  [
    'the words of vLLM',
    refused(400, { object: 'error', message: 'too long', code: 400 }),
    { message: 'The model server refused the request (400). It said: too long' },
  ],
  [
    'a gateway that fails',
    refused(502, '<html>\n  Bad   gateway</html>'),
    {
      name: 'LLMConnectionError',
      message: 'The model server at http://host/v1 failed (502). It said: <html> Bad gateway</html>',
      details: { url: 'http://host/v1', status: 502 },
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
    { message: expect.stringContaining('failed: CERT_HAS_EXPIRED.') },
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
    'The model server refused the request (404). Check the name of the model and the base URL: most end in /v1, this one is http://host:11434. It said: 404 page not found',
  );
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
  const key = fc.stringMatching(/^[!-~]{8,40}$/).filter((key) => !'[key removed]'.includes(key));
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

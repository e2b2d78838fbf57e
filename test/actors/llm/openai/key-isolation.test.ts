import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SettingsError, toWire } from '../../../../src/actors/protocol/errors.js';
import type { LLMAdapter, LLMConfig, LLMMessage, ModelReply } from '../../../../src/actors/protocol/llm.js';
import { systemClock } from '../../../../src/actors/runtime/clock.js';
import { callModel } from '../../../../src/actors/llm/call-model.js';
import { openaiProvider } from '../../../../src/actors/llm/openai/openai.js';
import { chunk, ModelServer } from '../model-server.js';

const A = { key: 'key-of-a-0123456789', header: 'header-of-a-0123456789' };
const B = { key: 'key-of-b-0123456789', header: 'header-of-b-0123456789' };

const messages: LLMMessage[] = [{ role: 'user', content: 'a private question' }];

let a: ModelServer;
let b: ModelServer;
beforeEach(async () => {
  [a, b] = await Promise.all([ModelServer.start(), ModelServer.start()]);
  for (const server of [a, b]) answer(server);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all([a[Symbol.asyncDispose](), b[Symbol.asyncDispose]()]);
});

function answer(server: ModelServer): void {
  server.handle = ({ request, send, done, reply }) => {
    if (request.method === 'GET') {
      reply(200, { data: [{ id: 'm' }] });
      return;
    }
    send(chunk({ content: 'Fine.' }, 'stop'));
    done();
  };
}

const configOf = (provider: string, server: ModelServer, { key, header } = A): LLMConfig => ({
  provider,
  model: 'm',
  baseUrl: server.url,
  apiKey: key,
  headers: { 'X-Gateway': header },
});

const call = (adapter: LLMAdapter): Promise<ModelReply> =>
  callModel(adapter, messages, { clock: systemClock, random: () => 0 });

/** All that a server has seen, as text. */
const seenBy = (server: ModelServer): string =>
  JSON.stringify(
    server.received.map(({ request, body }) => ({ url: request.url, headers: request.rawHeaders, body })),
  );

test('two providers at once get each their own key and headers, and nothing of the other', async () => {
  vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'X-Elsewhere: header-of-the-environment');
  const adapters = [
    openaiProvider.createAdapter(configOf('a', a, A)),
    openaiProvider.createAdapter(configOf('b', b, B)),
  ];
  const replies = await Promise.all([...adapters, ...adapters].map(call));
  expect(replies.map(({ text }) => text)).toEqual(['Fine.', 'Fine.', 'Fine.', 'Fine.']);
  for (const [server, own, foreign] of [
    [a, A, B],
    [b, B, A],
  ] as const) {
    expect(server.received).toHaveLength(2);
    for (const { request } of server.received)
      expect(request.headers).toMatchObject({ authorization: `Bearer ${own.key}`, 'x-gateway': own.header });
    const seen = seenBy(server);
    for (const secret of [foreign.key, foreign.header, 'header-of-the-environment', 'x-stainless'])
      expect(seen.toLowerCase()).not.toContain(secret);
  }
});

test.each([301, 302, 303, 307, 308])(
  'a redirect (%i) to another server gets neither key, nor headers, nor conversation',
  async (status) => {
    a.handle = ({ reply, request }) => {
      reply(status, '', { location: new URL(request.url ?? '', b.url).href });
    };
    const { stop, error } = await call(openaiProvider.createAdapter(configOf('a', a)));
    expect({ stop, code: error?.code }).toEqual({ stop: 'failed', code: 'LLM_REQUEST' });
    expect(error?.message).toContain(`redirects to another address, ${b.url}, to which neither`);
    expect(a.received).toHaveLength(1);
    expect(b.received).toEqual([]);
    const checked = await openaiProvider.validateConfig(configOf('a', a));
    expect(checked).toMatchObject({ ok: false, problem: expect.stringContaining('redirects to another') });
    expect(b.received).toEqual([]);
    for (const secret of [A.key, A.header]) expect(JSON.stringify(toWire(error))).not.toContain(secret);
  },
);

test('a redirect within the server is followed, and one that never ends is not', async () => {
  a.handle = ({ reply, request }) => {
    if (request.url === '/v2/chat/completions') {
      reply(200, { choices: [{ index: 0, message: { content: 'Here.' }, finish_reason: 'stop' }] });
      return;
    }
    reply(308, '', { location: '/v2/chat/completions' });
  };
  expect(await call(openaiProvider.createAdapter(configOf('a', a)))).toMatchObject({ text: 'Here.' });
  expect(a.received.at(-1)?.request.headers).toMatchObject({ 'x-gateway': A.header });
  expect(a.received.at(-1)?.body).toMatchObject({ messages: [{ content: 'a private question' }] });

  a.handle = ({ reply, request }) => {
    if (request.url === '/v2/models') reply(200, { data: [{ id: 'm' }] });
    else reply(301, '', { location: '/v2/models' });
  };
  expect(await openaiProvider.validateConfig(configOf('a', a))).toEqual({ ok: true });

  a.received.length = 0;
  a.handle = ({ reply }) => {
    reply(307, '', { location: '/v1/chat/completions' });
  };
  expect(await call(openaiProvider.createAdapter(configOf('a', a)))).toMatchObject({
    stop: 'failed',
    error: { code: 'LLM_REQUEST' },
  });
  expect(a.received.length).toBeLessThan(10);
});

test('headers occur in no error, whatever a server sends back', async () => {
  a.handle = ({ reply, request }) => {
    reply(400, { error: { message: `You sent ${String(request.headers['x-gateway'])}` } });
  };
  const { error } = await call(openaiProvider.createAdapter(configOf('a', a)));
  expect(error?.message).toContain('You sent [key removed]');
  expect(JSON.stringify(toWire(error))).not.toContain(A.header);
});

test.each([
  ['a key', { apiKey: A.key }],
  ['headers', { headers: { 'X-Gateway': A.header } }],
])('%s for another machine than this one is refused over plain http', (_, secrets) => {
  const create = (baseUrl: string) => () =>
    openaiProvider.createAdapter({ provider: 'lan', model: 'm', baseUrl, ...secrets });
  for (const baseUrl of ['http://192.168.0.2:11434/v1', 'http://models.example/v1']) {
    expect(create(baseUrl)).toThrow(SettingsError);
    expect(create(baseUrl)).toThrow(/over plain http/);
    expect(create(baseUrl)).not.toThrow(A.key);
    expect(create(baseUrl)).not.toThrow(A.header);
  }
  expect(create('https://models.example/v1')).not.toThrow();
  expect(create('http://127.0.0.1:11434/v1')).not.toThrow();
});

test.each([{ 'X Gateway': 'secret-value' }, { 'X-Gateway': 'secret-value\nX-Other: 1' }])(
  'the header %j is refused without its value',
  (headers) => {
    const create = () => openaiProvider.createAdapter({ ...configOf('a', a), headers });
    expect(create).toThrow(SettingsError);
    expect(create).not.toThrow('secret-value');
  },
);

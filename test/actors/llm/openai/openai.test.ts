import { LLMock } from '@copilotkit/aimock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { SettingsError, toWire } from '../../../../src/actors/protocol/errors.js';
import type { LLMAdapter, LLMConfig } from '../../../../src/actors/protocol/llm.js';
import { openaiProvider } from '../../../../src/actors/llm/openai/openai.js';
import { ask, call } from '../call-without-jitter.js';
import { chunk, ModelServer } from '../model-server.js';
import { until } from '../../../doubles/until.js';

const KEY = 'hunter2-0123456789';
const configure = (baseUrl: string, apiKey = KEY): LLMConfig => ({
  provider: 'openai',
  model: 'gpt-4o',
  baseUrl,
  apiKey,
});

const createAdapter = (baseUrl: string, apiKey = KEY): LLMAdapter =>
  openaiProvider.createAdapter(configure(baseUrl, apiKey));

describe('openaiProvider against llmock', () => {
  const mock = new LLMock({ port: 0, logLevel: 'silent', chunkSize: 4 });
  const adapter = (): LLMAdapter => createAdapter(`${mock.url}/v1`);

  beforeAll(() => mock.start());
  afterAll(() => mock.stop());
  beforeEach(() => {
    mock.reset();
    mock.clearChaos();
  });

  test.each([
    ['length', 'length'],
    ['content_filter', 'filtered'],
  ])('reports the finish reason %s as %s', async (finishReason, stop) => {
    mock.onMessage('hello', { content: 'Ye', finishReason });
    expect((await call(adapter()).reply).stop).toBe(stop);
  });
});

describe('openaiProvider', () => {
  let server: ModelServer;

  beforeEach(async () => {
    server = await ModelServer.start();
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    await server[Symbol.asyncDispose]();
  });

  test('says where it failed when nobody listens', async () => {
    const { url } = server;
    await server[Symbol.asyncDispose]();
    server = await ModelServer.start();
    expect(await call(createAdapter(url)).reply).toMatchObject({
      stop: 'failed',
      error: {
        message: `The connection to the model server at ${url} failed: connection refused. Check that the server runs, the base URL and your network. Tried 3 times.`,
        details: { url, attempts: 3 },
      },
    });
  });

  test('asks once more without stream_options when the server does not know it, and remembers', async () => {
    server.handle = ({ body, reply, send, done }) => {
      if ('stream_options' in body) {
        reply(422, { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] });
        return;
      }
      send(chunk({ content: 'Hello!' }, 'stop'));
      done();
    };
    const adapter = createAdapter(server.url);
    for (const requests of [2, 3]) {
      expect(await call(adapter).reply).toMatchObject({ text: 'Hello!', stop: 'end' });
      expect(server.received).toHaveLength(requests);
    }
  });

  test('hands reasoning back in the field that it came in', async () => {
    server.handle = ({ send, done }) => {
      send(chunk({ reasoning: 'hm' }));
      send(chunk({ content: 'Hello!' }, 'stop'));
      done();
    };
    const adapter = createAdapter(server.url);
    await adapter.complete(ask('hello'));
    await adapter.complete([
      ...ask('hello'),
      {
        role: 'assistant',
        content: '',
        reasoning: 'hm',
        opaque: { provider: 'openai', data: {} },
        toolCalls: [{ id: 'a', name: 'ls_dir', arguments: '{}' }],
      },
      { role: 'tool', toolCallId: 'a', name: 'ls_dir', content: 'empty' },
    ]);
    expect(server.received[1]?.body.messages).toMatchObject([{}, { reasoning: 'hm' }, {}]);
  });

  test('sends the key of its configuration and nothing from the environment', async () => {
    const secret = 'sk-from-the-environment';
    for (const name of ['API_KEY', 'ADMIN_KEY', 'ORG_ID', 'PROJECT_ID', 'WEBHOOK_SECRET'])
      vi.stubEnv(`OPENAI_${name}`, secret);
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', `Authorization: Bearer ${secret}\nX-Gateway: ${secret}`);
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:1/v1');
    server.handle = ({ send, done }) => {
      send(chunk({ content: 'Hello!' }, 'stop'));
      done();
    };
    for (const key of [KEY, '']) await createAdapter(server.url, key).complete(ask('hello'));
    const sent = server.received.map(({ request }) => request.headers);
    expect(sent.map(({ authorization }) => authorization)).toEqual([`Bearer ${KEY}`, undefined]);
    expect(JSON.stringify(sent)).not.toContain(secret);
  });

  test('prints nothing of requests and answers, whatever the environment asks for', async () => {
    vi.stubEnv('OPENAI_LOG', 'debug');
    const prints = (['debug', 'info', 'warn', 'error', 'log'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(() => undefined),
    );
    server.handle = ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('data: {broken\n\n');
    };
    await call(createAdapter(server.url)).reply;
    expect(prints.flatMap((print) => print.mock.calls)).toEqual([]);
    vi.restoreAllMocks();
  });

  test.each([400, 401, 403, 404, 408, 409, 422, 429, 500, 503])(
    'lets no key out of an answer %i',
    async (status) => {
      server.handle = ({ reply, request }) => {
        reply(
          status,
          { error: { message: `You sent ${request.headers.authorization}`, code: KEY } },
          { 'x-key': KEY },
        );
      };
      const { error } = await call(createAdapter(`${server.url}?key=${KEY}`)).reply;
      expect(error?.name).toMatch(/^LLM\w+Error$/);
      expect(JSON.stringify(toWire(error))).not.toContain(KEY);
    },
  );

  test.each([
    { baseUrl: 'localhost:11434' },
    { baseUrl: 'http//host' },
    { baseUrl: 'file:///etc' },
    { baseUrl: `http://ann:${KEY}@host/v1` },
    { apiKey: `“${KEY}”` },
    { apiKey: `${KEY}\nx` },
  ])('refuses the configuration %j without quoting it', (config) => {
    const create = () => openaiProvider.createAdapter({ provider: 'openai', model: 'm', ...config });
    expect(create).toThrow(SettingsError);
    expect(create).not.toThrow(KEY);
  });

  test('takes the space around a key and a base URL for a slip', async () => {
    server.handle = ({ send, done }) => {
      send(chunk({ content: 'Hello!' }, 'stop'));
      done();
    };
    await createAdapter(` ${server.url}/ `, ` ${KEY}\n`).complete(ask('hello'));
    expect(server.received.map(({ request }) => [request.url, request.headers.authorization])).toEqual([
      ['/v1/chat/completions', `Bearer ${KEY}`],
    ]);
  });

  describe('at an address that is not that of a model', () => {
    const html =
      '<!DOCTYPE html>\n<html lang="en"><head><title>Open WebUI</title></head><body></body></html>';
    const page = { 'content-type': 'text/html; charset=utf-8' };
    const lmStudio = { error: 'Unexpected endpoint or method. (POST /chat/completions)' };
    const origin = (): string => new URL(server.url).origin;
    const address = (): string => `Check the base URL: most end in /v1, this one is ${origin()}.`;

    test.each([
      ['a web page', 200, html, page, 'and no model. ', 'It sent a web page: Open WebUI.'],
      ['a web page that calls itself text', 200, `\n${html}`, {}, 'and no model. ', 'Open WebUI.'],
      ['a web page for what is not there', 404, html, page, 'and no model. ', 'Open WebUI.'],
      ['an error of LM Studio', 200, lmStudio, {}, 'refused the request. ', 'It said: Unexpected endpoint'],
      ['a path of FastAPI', 405, { detail: 'Method Not Allowed' }, {}, '(405). ', 'It said: Method Not'],
    ])('says so at once for %s', async (_what, status, body, headers, first, last) => {
      server.handle = ({ reply }) => {
        reply(status, body, headers);
      };
      const { error, stop } = await call(createAdapter(origin())).reply;
      expect({ stop, code: error?.code }).toEqual({ stop: 'failed', code: 'LLM_REQUEST' });
      for (const words of [first, address(), last]) expect(error?.message).toContain(words);
      expect(server.received).toHaveLength(1);
      const checked = await openaiProvider.validateConfig(configure(origin()));
      expect(checked).toMatchObject({ ok: false, problem: expect.stringContaining(address()) });
    });

    test('says it for a plain 404 as well', async () => {
      server.handle = ({ reply }) => {
        reply(404, '404 page not found', { 'content-type': 'text/plain' });
      };
      expect((await call(createAdapter(origin())).reply).error?.message).toContain(
        `Check the name of the model and the base URL: most end in /v1, this one is ${origin()}.`,
      );
    });

    test('tries a gateway that fails with a web page again', async () => {
      server.handle = ({ reply }) => {
        reply(502, '<html><head><title>502 Bad Gateway</title></head></html>', page);
      };
      const { error } = await call(createAdapter(server.url)).reply;
      expect(error).toMatchObject({ code: 'LLM_CONNECTION', details: { attempts: 3, status: 502 } });
      expect(error?.message).toContain('It sent a web page: 502 Bad Gateway. Tried 3 times.');
    });
  });

  test('reads an answer that comes as a whole where a stream was asked for', async () => {
    const message = { content: 'Hello!', reasoning_content: 'hm' };
    server.handle = ({ reply }) => {
      reply(
        200,
        `\n${JSON.stringify({ choices: [{ message, finish_reason: 'stop' }], error: null }, null, 2)}`,
      );
    };
    expect(await call(createAdapter(server.url)).reply).toMatchObject({
      text: 'Hello!',
      reasoning: 'hm',
      stop: 'end',
    });
  });

  test('takes an error that comes with a status of success for what its code says', async () => {
    server.handle = ({ reply }) => {
      reply(200, { error: { code: 429, message: 'Provider is busy' } });
    };
    expect((await call(createAdapter(server.url)).reply).error).toMatchObject({
      code: 'LLM_RATE_LIMIT',
      message:
        'The model server asked us to slow down. It said: Provider is busy. Tried 5 times. Wait a moment and try again, or use another model.',
    });
    expect(await openaiProvider.validateConfig(configure(server.url))).toMatchObject({ ok: false });
  });

  test('hands on together what came together', async () => {
    await using server = await ModelServer.start();
    const words = Array.from({ length: 2_000 }, (_, index) => `word${index} `);
    server.handle = ({ response }) => {
      const events = [...words.map((content) => chunk({ content })), chunk({}, 'stop')];
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
    };
    const { reply, deltas } = call(createAdapter(server.url));
    expect((await reply).text).toBe(words.join(''));
    // A read brings up to 64 KiB, some 400 of them; how small the others are is up to the system.
    expect(deltas.length).toBeLessThan(words.length / 10);
  });

  test('streams what is sent as plain text, as it comes', async () => {
    const coming = server.next();
    const running = call(createAdapter(server.url));
    const { response } = await coming;
    response.writeHead(200, { 'content-type': 'text/plain' });
    const event = (delta: object, reason: string | null): string =>
      `data: ${JSON.stringify(chunk(delta, reason))}\n\n`;
    response.write(event({ content: '<b>Hel' }, null));
    await until(() => running.deltas.length > 0, 'the first part has come');
    response.end(`${event({ content: 'lo' }, 'stop')}data: [DONE]\n\n`);
    expect(await running.reply).toMatchObject({ text: '<b>Hello', stop: 'end' });
  });

  test('parts the thinking from the answer, where a server sends both as one text', async () => {
    server.handle = ({ send, done }) => {
      for (const content of ['<thi', 'nk>\nHm', '.</think', '>\n\nHel']) send(chunk({ content }));
      send(chunk({ content: 'lo <' }, null));
      send(chunk({}, 'stop'));
      done();
    };
    const { reply } = call(createAdapter(server.url));
    expect(await reply).toMatchObject({ reasoning: 'Hm.', text: 'Hello <', stop: 'end' });
    expect(await createAdapter(server.url).complete(ask('hello'))).toBe('Hello <');
  });

  describe('validateConfig', () => {
    const validate = (signal?: AbortSignal) => openaiProvider.validateConfig(configure(server.url), signal);
    const list = { data: [{ id: 'gpt-4o' }, { id: 'gpt-5' }] };

    test('is content with a model that the server lists', async () => {
      server.handle = ({ reply }) => {
        reply(200, list);
      };
      expect(await validate()).toEqual({ ok: true });
      expect(server.received.map(({ request }) => request.url)).toEqual(['/v1/models']);
    });

    test('asks the model of a server that has no list for a word', async () => {
      server.handle = ({ request, reply }) => {
        if (request.method === 'GET') reply(404, 'not here');
        else reply(200, { choices: [{ message: { content: 'H' }, finish_reason: 'length' }] });
      };
      expect(await validate()).toEqual({ ok: true });
      expect(server.received[1]?.body).toMatchObject({ model: 'gpt-4o' });
    });

    test('lists the models of a server; one without a list has none, and a wrong key is an error', async () => {
      server.handle = ({ reply }) => {
        reply(200, { data: [{ id: 'b' }, { id: 'a' }, { nothing: 1 }] });
      };
      expect(await openaiProvider.listModels?.(configure(server.url))).toEqual([{ id: 'b' }, { id: 'a' }]);
      server.handle = ({ reply }) => {
        reply(404, { error: { message: 'No such page.' } });
      };
      expect(await openaiProvider.listModels?.(configure(server.url))).toEqual([]);
      server.handle = ({ reply }) => {
        reply(401, { error: { message: 'Wrong key.' } });
      };
      await expect(openaiProvider.listModels?.(configure(server.url))).rejects.toMatchObject({
        code: 'LLM_AUTH',
      });
    });

    test('names the models there are when the server does not know this one', async () => {
      server.handle = ({ request, reply }) => {
        if (request.method === 'GET') reply(200, { data: [{ id: 'llama' }, { id: 'qwen' }] });
        else reply(404, { error: { message: 'model not found' } });
      };
      expect(await validate()).toEqual({
        ok: false,
        problem:
          'The model server refused the request (404). Check the name of the model. It said: model not found. The server offers: llama, qwen.',
      });
    });

    test('says that the key is wrong', async () => {
      server.handle = ({ reply }) => {
        reply(401, { error: { message: `no such key: ${KEY}` } });
      };
      const result = await validate();
      expect(result).toMatchObject({
        ok: false,
        problem: expect.stringContaining('refused the API key (401)'),
      });
      expect(JSON.stringify(result)).not.toContain(KEY);
    });

    test('says that nobody answers, and what is wrong with the settings', async () => {
      const { url } = server;
      await server[Symbol.asyncDispose]();
      server = await ModelServer.start();
      expect(await openaiProvider.validateConfig(configure(url))).toMatchObject({
        ok: false,
        problem: expect.stringContaining('connection refused'),
      });
      expect(await openaiProvider.validateConfig(configure('nonsense'))).toMatchObject({
        ok: false,
        problem: expect.stringContaining('http or https'),
      });
    });

    test('can be cancelled', async () => {
      const controller = new AbortController();
      server.handle = () => {
        controller.abort();
      };
      expect(await validate(controller.signal)).toEqual({ ok: false, problem: 'The check was cancelled.' });
    });
  });
});

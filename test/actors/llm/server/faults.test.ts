import { LLMock } from '@copilotkit/aimock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { toWire } from '../../../../src/actors/protocol/errors.js';
import type { LLMAdapter, LLMMessage } from '../../../../src/actors/protocol/llm.js';
import { FakeClock } from '../../../doubles/fake-clock.js';
import { pngPart } from '../../../doubles/images.js';
import { ask, call } from '../call-without-jitter.js';
import { ModelServer, type Received } from '../model-server.js';
import { APIS, type Spoke } from './apis.js';
import { until } from '../../../doubles/until.js';
import { untilEqual } from '../../../doubles/until-equal.js';

const KEY = 'hunter2-0123456789';
const page = { 'content-type': 'text/html' };

const adapterOf = ({ provider }: Spoke, baseUrl: string, model = 'm'): LLMAdapter =>
  provider.createAdapter({ provider: provider.name, model, apiKey: KEY, baseUrl });

describe.each(APIS)('%s against llmock', (_name, api) => {
  const mock = new LLMock({ port: 0, logLevel: 'silent', chunkSize: 4 });
  const adapter = (): LLMAdapter => adapterOf(api, `${mock.url}/v1`);

  beforeAll(() => mock.start());
  afterAll(() => mock.stop());
  beforeEach(() => {
    mock.reset();
    mock.clearChaos();
  });

  test('streams an answer with its usage', async () => {
    mock.onMessage('hello', {
      content: 'Hello, dear world! \u{1F600}',
      usage: { prompt_tokens: 7, completion_tokens: 5, input_tokens: 7, output_tokens: 5 },
    });
    const { reply, deltas } = call(adapter());
    expect(await reply).toMatchObject({
      text: 'Hello, dear world! \u{1F600}',
      usage: { inputTokens: 7, outputTokens: 5 },
      stop: 'end',
    });
    const texts = deltas.flatMap((delta) => (delta.type === 'text' ? [delta.text] : []));
    expect(texts.join('')).toBe('Hello, dear world! \u{1F600}');
  });

  test('calls several tools in one turn, and goes on with their results and the reasoning', async () => {
    mock.on(
      { userMessage: 'hello', turnIndex: 0 },
      {
        content: 'Let me look.',
        reasoning: 'Two folders.',
        toolCalls: [
          { id: 'call_a', name: 'ls_dir', arguments: '{"uri":"src"}' },
          { id: 'call_b', name: 'ls_dir', arguments: '{"uri":"test"}' },
        ],
      },
    );
    mock.on({ userMessage: 'hello', turnIndex: 1 }, { content: 'Both are empty.' });
    const running = adapter();
    const first = await call(running).reply;
    expect(first).toMatchObject({
      reasoning: 'Two folders.',
      toolCalls: [
        { id: 'call_a', name: 'ls_dir', arguments: '{"uri":"src"}' },
        { id: 'call_b', name: 'ls_dir', arguments: '{"uri":"test"}' },
      ],
      stop: 'toolCalls',
    });
    const messages: LLMMessage[] = [
      ...ask('hello'),
      {
        role: 'assistant',
        content: first.text,
        reasoning: first.reasoning,
        toolCalls: first.toolCalls,
        ...(first.opaque === undefined ? {} : { opaque: first.opaque }),
      },
      ...first.toolCalls.map(({ id, name }) => ({
        role: 'tool' as const,
        toolCallId: id,
        name,
        content: 'empty',
      })),
    ];
    expect(await call(running, { messages }).reply).toMatchObject({ text: 'Both are empty.', stop: 'end' });
  });

  test('gives up at once when the key is refused, and does not show it', async () => {
    mock.nextRequestError(401, { message: `Incorrect API key provided: ${KEY}` });
    const { reply, waits } = call(adapter());
    const { stop, error } = await reply;
    expect([stop, error?.code, waits]).toEqual(['failed', 'LLM_AUTH', []]);
    expect(JSON.stringify(toWire(error))).not.toContain(KEY);
  });

  test('waits as long as a rate limit says', async () => {
    mock.onMessage('hello', {
      error: { message: 'slow', code: 'rate_limit_exceeded' },
      status: 429,
      retryAfter: 7,
    });
    const controller = new AbortController();
    const { reply, waits } = call(adapter(), { signal: controller.signal });
    await until(() => waits.length > 0, 'the call waits for its next try');
    controller.abort();
    expect([(await reply).stop, waits]).toEqual(['cancelled', [7_000]]);
  });

  test('completes at once what it would stream', async () => {
    mock.onMessage('hello', { content: 'Hello, dear world!' });
    expect(await adapter().complete(ask('hello'))).toBe('Hello, dear world!');
  });

  test('recovers when the server fails twice', async () => {
    mock.onMessage('hello', { content: 'Hello!' });
    mock.nextRequestError(500, { message: 'oops' });
    mock.nextRequestError(503, { message: 'oops' });
    const { reply, waits } = call(adapter());
    expect(await reply).toMatchObject({ text: 'Hello!', stop: 'end' });
    expect(waits).toEqual([0, 0]);
  });

  test.each([
    ['drops requests', { dropRate: 1 }],
    ['sends broken JSON', { malformedRate: 1 }],
    ['disconnects', { disconnectRate: 1 }],
  ])('tries three times when the server %s', async (_what, chaos) => {
    mock.onMessage('hello', { content: 'Hello, dear world!' });
    mock.setChaos(chaos);
    expect(await call(adapter()).reply).toMatchObject({
      stop: 'failed',
      error: { code: 'LLM_CONNECTION', details: { attempts: 3 } },
    });
  });
});

describe.each(APIS)('%s and its faults', (name, api) => {
  let server: ModelServer;
  const adapter = (): LLMAdapter => adapterOf(api, server.url);
  const send = (received: Received, events: readonly object[]): void => {
    for (const event of events) received.send(event);
    received.response.end();
  };
  const hello = (received: Received): void => {
    send(received, api.events({ text: ['Hel', 'lo!'] }));
  };
  const whole = api.events({ text: ['Hel', 'lo!'] });
  const middle = whole.findIndex((event) => JSON.stringify(event).includes('Hel')) + 1;
  // What a server sends before it falls silent, and a reader has read of it.
  const half = (received: Received): void => {
    for (const event of whole.slice(0, middle)) received.send(event);
  };

  beforeEach(async () => {
    server = await ModelServer.start();
  });
  afterEach(async () => {
    await server[Symbol.asyncDispose]();
  });

  test.each<[string, number, string, number, Record<string, string>?]>([
    ['a refused key', 401, 'LLM_AUTH', 1],
    ['what the key may not do', 403, 'LLM_AUTH', 1],
    ['an unknown model', 404, 'LLM_REQUEST', 1],
    ['a wrong parameter', 400, 'LLM_REQUEST', 1],
    ['a rate limit without a time', 429, 'LLM_RATE_LIMIT', 5],
    ['a rate limit with a time', 429, 'LLM_RATE_LIMIT', 5, { 'retry-after': '0' }],
    ['a rate limit with a time that is too long', 429, 'LLM_RATE_LIMIT', 1, { 'retry-after': '3600' }],
    ['a failure', 500, 'LLM_CONNECTION', 3],
    ['no service', 503, 'LLM_CONNECTION', 3],
    ['an overload', 529, 'LLM_RATE_LIMIT', 5],
  ])('%s (%i) is %s after %i requests', async (_what, status, code, requests, headers) => {
    server.handle = ({ reply, request }) => {
      const sent = request.headers[api.keyHeader];
      reply(
        status,
        { type: 'error', error: { type: 'some_error', message: `You sent ${String(sent)}` } },
        headers,
      );
    };
    const { stop, error } = await call(adapter()).reply;
    expect([stop, error?.code, server.received.length]).toEqual(['failed', code, requests]);
    expect(error?.message).toContain('It said: You sent');
    expect(JSON.stringify(toWire(error))).not.toContain(KEY);
    expect(server.received[0]?.request.url).toBe(`/v1${api.path}`);
  });

  test.each([
    ['rate_limit_error', 'LLM_RATE_LIMIT', 5],
    ['overloaded_error', 'LLM_RATE_LIMIT', 5],
    ['api_error', 'LLM_CONNECTION', 3],
    ['server_error', 'LLM_CONNECTION', 3],
    ['invalid_request_error', 'LLM_REQUEST', 1],
  ])('takes %s in the middle of a stream for %s', async (type, code, requests) => {
    server.handle = (received) => {
      half(received);
      send(received, [api.failure(type, 'It broke.')]);
    };
    const { stop, text, error } = await call(adapter()).reply;
    expect([stop, text, error?.code, server.received.length]).toEqual(['failed', 'Hel', code, requests]);
    expect(error?.message).toContain('It said: It broke.');
  });

  test('knows that the conversation does not fit, and how much would', async () => {
    server.handle = ({ reply }) => {
      const message = 'prompt is too long: 213462 tokens > 200000 maximum';
      reply(400, { type: 'error', error: { type: 'invalid_request_error', message } });
    };
    const full = adapter();
    expect((await call(full).reply).error?.details).toEqual({
      status: 400,
      problem: 'context overflow',
      contextWindow: 200_000,
    });
    expect(full.contextWindow).toBe(200_000);
  });

  test.each(['before the first byte', 'in mid-stream'])(
    'leaves a server that falls silent %s',
    async (moment) => {
      const clock = new FakeClock();
      const coming = server.next();
      const { reply, deltas, waits } = call(adapter(), { clock });
      const request = await coming;
      if (moment === 'in mid-stream') {
        half(request);
        await until(() => deltas.some(({ type }) => type === 'text'), 'the first half has come');
      }
      clock.advance(300_000);
      await request.closed;
      await until(() => waits.length > 0, 'the call waits for its next try');
      server.handle = hello;
      clock.advance(0);
      expect(await reply).toMatchObject({ text: 'Hello!', stop: 'end' });
      expect(clock.pending).toBe(0);
    },
  );

  test.each([': keep-alive\n\n', '\n', 'data:\n\n'])(
    'waits for a server that shows by %j that it is there',
    async (sign) => {
      const clock = new FakeClock();
      const coming = server.next();
      const { reply, deltas } = call(adapter(), { clock });
      const request = await coming;
      const waitLong = async (): Promise<void> => {
        for (let minute = 0; minute < 12; minute += 1) {
          clock.advance(60_000);
          request.response.write(sign);
          // The sign has come when the time of silence begins anew.
          await untilEqual(() => clock.nextInMs, 300_000, 'the time of silence begins anew');
        }
      };
      request.response.writeHead(200, { 'content-type': 'text/event-stream' });
      await waitLong();
      half(request);
      await until(() => deltas.some(({ type }) => type === 'text'), 'the first half has come');
      await waitLong();
      send(request, whole.slice(middle));
      expect(await reply).toMatchObject({ text: 'Hello!', stop: 'end' });
      expect([server.received.length, clock.pending]).toEqual([1, 0]);
    },
  );

  test.each(['reset', 'cut'])(
    'tries a stream that is %s three times, and keeps the last text',
    async (how) => {
      const begun: Received[] = [];
      server.handle = (received) => {
        half(received);
        begun.push(received);
      };
      const { reply, deltas, waits } = call(adapter());
      for (const requests of [1, 2, 3]) {
        await untilEqual(
          () => deltas.filter(({ type }) => type === 'text').length,
          requests,
          `half an answer of ${requests} requests has come`,
        );
        if (how === 'cut') begun[requests - 1]?.response.end('data: {"half of an event');
        else begun[requests - 1]?.response.destroy();
      }
      expect(await reply).toMatchObject({ text: 'Hel', stop: 'failed', error: { code: 'LLM_CONNECTION' } });
      expect(waits).toEqual([0, 0]);
    },
  );

  test('ends the request when a call is cancelled', async () => {
    const controller = new AbortController();
    const coming = server.next();
    const { reply, deltas } = call(adapter(), { signal: controller.signal });
    const request = await coming;
    half(request);
    await until(() => deltas.some(({ type }) => type === 'text'), 'the first half has come');
    controller.abort();
    expect(await reply).toMatchObject({ text: 'Hel', stop: 'cancelled' });
    await request.closed;
  });

  test('ends the request when a call is cancelled before the first byte', async () => {
    const controller = new AbortController();
    const coming = server.next();
    const { reply } = call(adapter(), { signal: controller.signal });
    const request = await coming;
    controller.abort();
    expect(await reply).toMatchObject({ text: '', stop: 'cancelled' });
    await request.closed;
  });

  test('ends the request when its reader leaves the loop', async () => {
    server.handle = half;
    for await (const delta of adapter().streamComplete(ask('hello')))
      if (delta.type === 'text' && delta.text !== '') break;
    await server.received[0]?.closed;
  });

  test('throws the reason of the signal', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    server.handle = half;
    const reading = (async () => {
      for await (const _ of adapter().streamComplete(ask('hello'), { signal: controller.signal }))
        controller.abort(reason);
    })();
    await expect(reading).rejects.toBe(reason);
    await server.received[0]?.closed;
  });

  test('refuses an event of 50 MB without waiting for its end', async () => {
    server.handle = ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"type":"');
      const megabyte = 'x'.repeat(1024 * 1024);
      for (let written = 0; written < 50; written++) response.write(megabyte);
    };
    const { error } = await call(adapter()).reply;
    expect([error?.code, server.received.length]).toEqual(['LLM_REQUEST', 1]);
    expect(error?.message).toContain('more than 4 MB');
    await server.received[0]?.closed;
  });

  test('says that there is a web page and no model', async () => {
    server.handle = ({ reply }) => {
      reply(200, '<!doctype html><title>Sign in</title>', page);
    };
    const { error } = await call(adapter()).reply;
    expect([error?.code, server.received.length]).toEqual(['LLM_REQUEST', 1]);
    expect(error?.message).toContain('There is a web page at');
  });

  test('sends the calls of another model and of no tool in a form that every server takes', async () => {
    const calls = [
      { id: 'functions.ls_dir:0', name: 'ls_dir', arguments: '{}' },
      { id: `call_${'x'.repeat(200)}`, name: 'fly to!', arguments: '{}' },
      { id: `call_${'x'.repeat(201)}`, name: 'ls_dir', arguments: '{}' },
    ];
    const messages: LLMMessage[] = [
      ...ask('hello'),
      { role: 'assistant', content: '', toolCalls: calls },
      ...calls.map(({ id, name: called }) => ({
        role: 'tool' as const,
        toolCallId: id,
        name: called,
        content: 'done',
      })),
    ];
    server.handle = (received) => {
      const body = JSON.stringify(received.body);
      // As OpenAI refuses them; its own server is never asked with such ids.
      if (body.includes('functions.ls_dir:0'))
        received.reply(400, {
          error: { message: "Invalid 'messages[1].tool_calls[0].id': string too long." },
        });
      else hello(received);
    };
    expect((await call(adapter(), { messages }).reply).text).toBe('Hello!');
    const sent = JSON.stringify(server.received.at(-1)?.body);
    const ids = [...sent.matchAll(/"(?:id|call_id|tool_call_id|tool_use_id)":"([^"]*)"/g)].map(
      ([, id]) => id,
    );
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) {
      expect(id).toMatch(/^[\w-]{1,40}$/);
      expect(ids.filter((other) => other === id)).toHaveLength(2);
    }
    expect(sent).toContain('"fly_to_"');
  });

  test('survives whatever is sent as an event', async () => {
    const odd = [
      1,
      null,
      [],
      {},
      { type: 7 },
      { type: 'error' },
      { choices: 3, output_index: 'a', index: {} },
    ];
    server.handle = (received) => {
      for (const event of odd.slice(0, 5)) received.send(event as object);
      send(received, api.events({ text: ['Hello!'] }));
    };
    expect(await call(adapter()).reply).toMatchObject({ text: 'Hello!', stop: 'end' });
  });

  test('keeps no state that is nested too deep to be stored', async () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const nested = [
      `{"type":"response.output_item.done","output_index":9,"item":{"type":"reasoning","id":"r","x":${deep}}}`,
      `{"type":"response.output_item.done","output_index":8,"item":{"type":"message","id":${deep}}}`,
      `{"type":"content_block_start","index":9,"content_block":{"type":"thinking","signature":${deep}}}`,
      `{"choices":[{"delta":{"reasoning_details":[{"type":"reasoning.encrypted","data":${deep}}]}}]}`,
    ];
    const calls = [{ id: 'call_a', name: 'ls_dir', arguments: ['{}'] }];
    server.handle = (received) => {
      const [first, ...rest] = api.events({ calls });
      received.send(first ?? {});
      for (const event of nested) received.response.write(`data: ${event}\n\n`);
      send(received, rest);
    };
    const reply = await call(adapter()).reply;
    expect(reply).toMatchObject({ stop: 'toolCalls', toolCalls: [{ id: 'call_a', arguments: '{}' }] });
    expect(JSON.stringify(reply).length).toBeLessThan(1_000);
  });

  test.each(['of a failure', 'of an answer at once'])('reads no body %s without an end', async (what) => {
    const megabyte = Buffer.alloc(1024 * 1024, ' ');
    server.handle = ({ response }) => {
      response.writeHead(what === 'of a failure' ? 400 : 200, { 'content-type': 'application/json' });
      response.write('{"a":1,');
      const more = (): void => {
        while (response.write(megabyte));
        response.once('drain', more);
      };
      more();
    };
    const { error } = await call(adapter()).reply;
    expect(error?.code).toBe('LLM_REQUEST');
    await server.received[0]?.closed;
  });

  test('sends neither the key nor the conversation to another host', async () => {
    await using other = await ModelServer.start();
    server.handle = ({ reply, request }) => {
      reply(307, '', { location: `${other.url}${(request.url ?? '').replace('/v1', '')}` });
    };
    const { error } = await call(adapter()).reply;
    expect([error?.code, server.received.length, other.received.length]).toEqual(['LLM_REQUEST', 1, 0]);
    expect(error?.message).toContain(`redirects to another address, ${other.url}, to which`);
  });

  test('sends the key in its header and no other one, and none over plain http to another machine', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'sk-from-the-environment');
    vi.stubEnv('OPENAI_API_KEY', 'sk-from-the-environment');
    server.handle = hello;
    await call(adapter()).reply;
    vi.unstubAllEnvs();
    const { headers } = server.received[0]?.request ?? {};
    const withKey = Object.entries(headers ?? {}).filter(([, value]) => String(value).includes(KEY));
    expect(withKey.map(([header]) => header)).toEqual([api.keyHeader]);
    expect(JSON.stringify(headers)).not.toContain('sk-from');
    expect(() => adapterOf(api, 'http://models.example/v1')).toThrow('over plain http');
  });

  test('does not ask the company itself without a key', async () => {
    const home = api.provider.createAdapter({ provider: api.provider.name, model: 'm' });
    expect(await call(home).reply).toMatchObject({ stop: 'failed', error: { code: 'LLM_AUTH' } });
  });

  test('describes images in words to a server that refuses them, and remembers', async () => {
    server.handle = (received) => {
      if (JSON.stringify(received.body).includes('base64'))
        received.reply(400, { error: { message: 'This model does not support image input.' } });
      else hello(received);
    };
    const messages: LLMMessage[] = [{ role: 'user', content: 'Look.', images: [pngPart(640, 480)] }];
    const blind = adapter();
    for (const requests of [2, 3]) {
      expect((await call(blind, { messages }).reply).text).toBe('Hello!');
      expect(server.received).toHaveLength(requests);
    }
    expect(JSON.stringify(server.received.at(-1)?.body)).toContain('an image of 640x480, image/png');
    expect(blind.capabilities).toMatchObject({ images: false });
  });

  test.each([
    ['Could not process image', 0],
    ['messages.0.content.2: image exceeds 5 MB maximum: 6291456 bytes > 5242880 bytes', 1],
    ['The image media type is not supported.', 2],
    ['Invalid image data.', 1],
  ])(
    'leaves out the one picture that a server refuses with %j, and tells the person',
    async (refusal, which) => {
      const images = [pngPart(640, 480), pngPart(64, 48), pngPart(32, 24)];
      const bad = images[which]?.data ?? '';
      server.handle = (received) => {
        if (JSON.stringify(received.body).includes(bad)) received.reply(400, { error: { message: refusal } });
        else hello(received);
      };
      const messages: LLMMessage[] = [{ role: 'user', content: 'Look.', images }];
      const sighted = adapter();
      const first = call(sighted, { messages });
      expect((await first.reply).text).toBe('Hello!');
      const notices = first.deltas.filter(({ type }) => type === 'notice');
      expect(notices).toEqual([
        { type: 'notice', message: expect.stringContaining('refused a picture (image/png, ') as string },
      ]);
      const requests = server.received.length;
      expect(requests).toBe(1 + images.length - which);
      // Later requests have the other pictures, and a word in the place of this one.
      const second = call(sighted, { messages });
      expect((await second.reply).text).toBe('Hello!');
      expect(second.deltas.filter(({ type }) => type === 'notice')).toEqual([]);
      const body = JSON.stringify(server.received.at(-1)?.body);
      expect(server.received).toHaveLength(requests + 1);
      for (const { data } of images) expect(body.includes(data)).toBe(data !== bad);
      expect(body).toContain('left out, because the model server refused it');
      expect(sighted.capabilities?.images).not.toBe(false);
    },
  );

  test('describes all pictures in words to a server that refuses each of them', async () => {
    server.handle = (received) => {
      if (JSON.stringify(received.body).includes('iVBOR'))
        received.reply(400, { error: { message: 'Invalid image.' } });
      else hello(received);
    };
    const images = [pngPart(640, 480), pngPart(64, 48)];
    const blind = adapter();
    expect((await call(blind, { messages: [{ role: 'user', content: 'Look.', images }] }).reply).text).toBe(
      'Hello!',
    );
    expect(server.received).toHaveLength(4);
    expect(blind.capabilities).toMatchObject({ images: false });
  });

  test('masks a key that the server repeats, plain and encoded, in text, thoughts and calls', async () => {
    const encoded = Buffer.from(KEY).toString('base64');
    server.handle = (received) => {
      send(
        received,
        api.events({
          reasoning: [`The key is ${KEY.slice(0, 5)}`, `${KEY.slice(5)}.`],
          text: [`It is ${KEY}, `, encoded.slice(0, 7), encoded.slice(7), '.'],
          calls: [{ id: 'c', name: 'ls_dir', arguments: ['{"uri":"', KEY.slice(0, 9), KEY.slice(9), '"}'] }],
        }),
      );
    };
    const { reply, deltas } = call(adapter());
    const whole = await reply;
    expect(whole).toMatchObject({
      text: 'It is [key removed], [key removed].',
      reasoning: 'The key is [key removed].',
      toolCalls: [{ arguments: '{"uri":"[key removed]"}' }],
    });
    expect(JSON.stringify(deltas.filter(({ type }) => type !== 'opaque'))).not.toContain(KEY);
  });

  test('writes calls as text to a server that refuses tools, and remembers', async () => {
    server.handle = (received) => {
      if ('tools' in received.body)
        received.reply(400, { error: { message: 'm:latest does not support tools' } });
      else
        send(
          received,
          api.events({
            text: ['I look.\n<tool_', 'call>\n{"name": "ls_dir", "arguments": {}}\n</tool_call>'],
          }),
        );
    };
    const simple = adapter();
    for (const requests of [2, 3]) {
      const reply = await call(simple).reply;
      expect(reply).toMatchObject({ text: 'I look.\n', stop: 'toolCalls' });
      expect(reply.toolCalls).toMatchObject([{ name: 'ls_dir', arguments: '{}' }]);
      expect(server.received).toHaveLength(requests);
    }
    expect(JSON.stringify(server.received.at(-1)?.body)).toContain('Lists a directory.');
  });

  test('checks a configuration, and lists the models', async () => {
    const config = { provider: name, model: 'm', apiKey: KEY, baseUrl: server.url };
    server.handle = ({ reply }) => {
      reply(200, { data: [{ id: 'b' }, { id: 'm' }, { nothing: 1 }] });
    };
    expect(await api.provider.listModels?.(config)).toEqual([{ id: 'b' }, { id: 'm' }]);
    expect(await api.provider.validateConfig(config)).toEqual({ ok: true });
    server.handle = (received) => {
      if (received.request.method === 'GET') received.reply(404, 'not here');
      else received.reply(404, { error: { message: 'no model m' } });
    };
    expect(await api.provider.listModels?.(config)).toEqual([]);
    expect(await api.provider.validateConfig(config)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('Check the name of the model. It said: no model m'),
    });
    server.handle = ({ reply }) => {
      reply(401, { error: { message: `no such key: ${KEY}` } });
    };
    const refused = await api.provider.validateConfig(config);
    expect(refused).toMatchObject({
      ok: false,
      problem: expect.stringContaining('refused the API key (401)'),
    });
    expect(JSON.stringify(refused)).not.toContain(KEY);
    // A server that keeps the connection alive has not taken the request yet.
    server.handle = (received) => {
      if (received.request.method === 'GET') received.reply(404, 'not here');
      else {
        received.response.writeHead(200, { 'content-type': 'text/event-stream' });
        received.response.write(': PROCESSING\n\n');
        setImmediate(() => {
          send(received, [api.failure('not_found_error', 'There is no model m.')]);
        });
      }
    };
    expect(await api.provider.validateConfig(config)).toMatchObject({
      ok: false,
      problem: expect.stringContaining('There is no model m.'),
    });
    const controller = new AbortController();
    server.handle = () => {
      controller.abort();
    };
    expect(await api.provider.validateConfig(config, controller.signal)).toEqual({
      ok: false,
      problem: 'The check was cancelled.',
    });
  });
});

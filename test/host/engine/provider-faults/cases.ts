import type { LLMock } from '@copilotkit/aimock';
import type { AgentEvent } from '../../../../src/actors/protocol/agent.js';
import type { FakeClock } from '../../../doubles/fake-clock.js';
import { pngPart } from '../../../doubles/images.js';
import { ModelServer, type Received } from '../../../actors/llm/model-server.js';
import type { Spoken } from '../../../actors/llm/server/apis.js';
import { type Asked, askProvider, FOUND } from './ask-provider.js';
import { KEY, type TestedProvider } from './providers.js';
import { untilEqual } from '../../../doubles/until-equal.js';

/** What a case may use. */
export interface World {
  readonly provider: TestedProvider;
  readonly mock: LLMock;
  readonly server: ModelServer;
  /** A server that nobody has configured. */
  readonly other: ModelServer;
}

/** One way in which a server behaves. */
export interface Case {
  readonly name: string;
  readonly run: (world: World) => Promise<Asked>;
  /** What the person sees at the end: an answer, or a code and some words of its message. */
  readonly sees: { readonly answer: string } | { readonly code: string; readonly words: string };
  /** Requests in all. */
  readonly tries: number;
  /** The waits before the repeated ones. Default: none. Units: milliseconds. */
  readonly waits?: readonly number[];
  /** Anything else that must hold. */
  readonly check?: (asked: Asked, world: World) => void | Promise<void>;
}

const ANSWER = 'All is well.';
// With a jitter of one half.
const RATE_LIMIT_WAITS = [500, 1_000, 2_000, 4_000];
const CONNECTION_WAITS = [500, 1_000];

const askMock = ({ provider, mock }: World): Promise<Asked> => askProvider(provider, mock.url);
const askServer = (
  { provider, server }: World,
  options?: Parameters<typeof askProvider>[2],
): Promise<Asked> => askProvider(provider, new URL(server.url).origin, options);

/** Answers each request in turn with what a model says; the last of them again and again. */
const say = ({ provider, server }: World, ...replies: readonly Spoken[]): void => {
  server.handle = (received) => {
    const spoken = replies[server.received.length - 1] ?? replies.at(-1) ?? {};
    for (const event of provider.spoke.events(spoken)) received.send(event);
    received.response.end();
  };
};

/** Sends the beginning of an answer, up to its first text. */
const begin = ({ provider }: World, received: Received): void => {
  const events = provider.spoke.events({ text: ['All is', ' well.'] });
  const first = events.findIndex((event) => JSON.stringify(event).includes('All is'));
  for (const event of events.slice(0, first + 1)) received.send(event);
};

const call = (id: string, name: string): NonNullable<Spoken['calls']>[number] => ({
  id,
  name,
  arguments: ['{"at":', `"${id}"}`],
});

const observations = ({ events }: Asked): readonly string[] =>
  events.flatMap((event) => (event.type === 'observation' ? [event.result.output] : []));

const isToken = (event: AgentEvent): boolean => event.type === 'token' && event.channel === 'answer';

function expectThat(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Expected that ${what}.`);
}

/** A refusal by llmock, with the words of the server. */
const refusal = (
  name: string,
  status: number,
  sees: { readonly code: string; readonly words: string },
  tries: number,
  waits: readonly number[] = [],
): Case => ({
  name,
  run: (world) => {
    world.mock.onMessage('hello', { error: { message: `Not now, ${KEY}`, type: 'some_error' }, status });
    return askMock(world);
  },
  sees,
  tries,
  waits,
});

/** A rate limit with a header that says how long to wait; the second request is answered. */
const patient = (name: string, headers: () => Record<string, string>, waitMs: number): Case => ({
  name,
  run: (world) => {
    const { provider, server } = world;
    server.handle = (received) => {
      if (server.received.length === 1) received.reply(429, { error: { message: 'Slow down' } }, headers());
      else for (const event of provider.spoke.events({ text: [ANSWER] })) received.send(event);
      received.response.end();
    };
    return askServer(world);
  },
  sees: { answer: ANSWER },
  tries: 2,
  waits: [waitMs],
});

/** The same fault for each request. */
const always = (
  name: string,
  fault: (received: Received, world: World) => void,
  expected: Omit<Case, 'name' | 'run'>,
  onEvent?: NonNullable<Parameters<typeof askProvider>[2]>['onEvent'],
): Case => ({
  name,
  run: (world) => {
    world.server.handle = (received) => {
      fault(received, world);
    };
    return askServer(world, onEvent === undefined ? {} : { onEvent });
  },
  ...expected,
});

const NOT_CONNECTED = { code: 'LLM_CONNECTION', words: 'Check that the server runs' };
const CUT_OFF = { code: 'LLM_CONNECTION', words: 'cut off before its end. Check the network' };
const THRICE = { tries: 3, waits: CONNECTION_WAITS };

export const CASES: readonly Case[] = [
  {
    name: 'a plain answer',
    run: (world) => {
      world.mock.onMessage('hello', { content: ANSWER });
      return askMock(world);
    },
    sees: { answer: ANSWER },
    tries: 1,
  },
  {
    name: 'three turns of tools',
    run: (world) => {
      for (const turnIndex of [0, 1, 2])
        world.mock.on(
          { userMessage: 'hello', turnIndex },
          { content: '', toolCalls: [{ name: 'look', arguments: `{"at":${turnIndex}}` }] },
        );
      world.mock.on({ userMessage: 'hello', turnIndex: 3 }, { content: ANSWER });
      return askMock(world);
    },
    sees: { answer: ANSWER },
    tries: 4,
    check: (asked) => {
      expectThat(observations(asked).join() === [FOUND, FOUND, FOUND].join(), 'each call was made once');
    },
  },
  {
    name: 'several calls at once',
    run: (world) => {
      const toolCalls = ['a', 'b', 'c'].map((at) => ({ name: 'look', arguments: JSON.stringify({ at }) }));
      world.mock.on({ userMessage: 'hello', turnIndex: 0 }, { content: '', toolCalls });
      world.mock.on({ userMessage: 'hello', turnIndex: 1 }, { content: ANSWER });
      return askMock(world);
    },
    sees: { answer: ANSWER },
    tries: 2,
    check: (asked) => {
      const actions = asked.events.flatMap((event) => (event.type === 'action' ? [event.params] : []));
      const wanted = JSON.stringify([{ at: 'a' }, { at: 'b' }, { at: 'c' }]);
      expectThat(JSON.stringify(actions) === wanted, 'each call has its own arguments');
    },
  },
  {
    name: 'reasoning with tools',
    run: (world) => {
      say(
        world,
        { reasoning: ['First ', 'this.'], text: ['I look.'], calls: [call('call_a', 'look')] },
        { text: [ANSWER] },
      );
      return askServer(world);
    },
    sees: { answer: ANSWER },
    tries: 2,
    check: ({ sent }, { provider }) => {
      const again = sent[1]?.body ?? '';
      const returned: Readonly<Record<string, readonly string[]>> = {
        Anthropic: ['{"type":"thinking","thinking":"First this.","signature":"c2ln"}'],
        'OpenAI, responses': ['"type":"reasoning","id":"rs_1","encrypted_content":"x7f"'],
        'OpenAI, chat completions': ['"reasoning_content":"First this."'],
        'a compatible server': ['"reasoning":"First this."'],
      };
      for (const state of returned[provider.label] ?? [])
        expectThat(again.split(state).length === 2, `${state} was returned once, unchanged`);
    },
  },
  {
    name: 'images of a person and of a tool',
    run: (world) => {
      say(world, { calls: [call('call_a', 'see')] }, { text: [ANSWER] });
      const { mediaType, data } = pngPart(2, 2);
      return askServer(world, {
        message: { text: 'hello', attachments: [{ kind: 'image', name: 'shot.png', mediaType, data }] },
      });
    },
    sees: { answer: ANSWER },
    tries: 2,
    check: ({ sent }) => {
      const again = sent[1]?.body ?? '';
      for (const size of [2, 3])
        expectThat(again.split(pngPart(size, size).data).length === 2, `the image of ${size} is shown once`);
    },
  },
  {
    name: 'a cancel in the middle',
    run: (world) => {
      world.server.handle = (received) => {
        begin(world, received);
      };
      return askServer(world, {
        onEvent: (event, _clock, cancel) => {
          if (isToken(event)) cancel();
        },
      });
    },
    sees: { code: 'CANCELLED', words: 'cancelled' },
    tries: 1,
    check: async ({ outcome }, { server }) => {
      expectThat(outcome.type === 'error' && outcome.partial === 'All is', 'the partial text is kept');
      await server.received[0]?.closed;
    },
  },
  refusal('401', 401, { code: 'LLM_AUTH', words: 'Check the key' }, 1),
  refusal('403', 403, { code: 'LLM_AUTH', words: 'Check the key' }, 1),
  refusal('404', 404, { code: 'LLM_REQUEST', words: 'Check the name of the model' }, 1),
  refusal('400', 400, { code: 'LLM_REQUEST', words: 'Change the settings of the model' }, 1),
  refusal('500', 500, { code: 'LLM_CONNECTION', words: 'Try again later' }, 3, CONNECTION_WAITS),
  refusal('503', 503, { code: 'LLM_CONNECTION', words: 'Try again later' }, 3, CONNECTION_WAITS),
  refusal('529', 529, { code: 'LLM_RATE_LIMIT', words: 'Wait a moment' }, 5, RATE_LIMIT_WAITS),
  always(
    '429 without a time',
    ({ reply }) => {
      reply(429, { error: { message: 'Slow down' } });
    },
    { sees: { code: 'LLM_RATE_LIMIT', words: 'Wait a moment' }, tries: 5, waits: RATE_LIMIT_WAITS },
  ),
  {
    name: '429 with Retry-After in seconds',
    run: (world) => {
      const error = { error: { message: 'Slow down', type: 'rate_limit_error' }, status: 429, retryAfter: 7 };
      world.mock.onMessage('hello', error);
      return askMock(world);
    },
    sees: { code: 'LLM_RATE_LIMIT', words: 'Wait a moment' },
    tries: 5,
    waits: [7_000, 7_000, 7_000, 7_000],
  },
  patient(
    '429 with Retry-After as a date',
    () => ({
      date: new Date(86_400_000).toUTCString(),
      'retry-after': new Date(86_400_000 + 12_000).toUTCString(),
    }),
    12_000,
  ),
  patient(
    '429 with Retry-After as a date that is over',
    () => ({ 'retry-after': new Date(0).toUTCString() }),
    500,
  ),
  patient('429 with retry-after-ms', () => ({ 'retry-after-ms': '250', 'retry-after': '9' }), 250),
  always(
    '429 with a Retry-After of an hour',
    ({ reply }) => {
      reply(429, { error: { message: 'Slow down' } }, { 'retry-after': '3600' });
    },
    { sees: { code: 'LLM_RATE_LIMIT', words: 'a wait of 60 minutes: try again then' }, tries: 1 },
  ),
  always(
    'no money is left',
    ({ reply }) => {
      reply(429, { error: { message: 'You exceeded your quota', code: 'insufficient_quota' } });
    },
    { sees: { code: 'LLM_REQUEST', words: 'Check the plan and the balance' }, tries: 1 },
  ),
  {
    name: 'nobody listens',
    run: async ({ provider }) => {
      const gone = await ModelServer.start();
      await gone[Symbol.asyncDispose]();
      return askProvider(provider, new URL(gone.url).origin);
    },
    sees: { code: 'LLM_CONNECTION', words: 'connection refused. Check that the server runs' },
    ...THRICE,
  },
  {
    name: 'requests are dropped',
    run: (world) => {
      world.mock.onMessage('hello', { content: ANSWER });
      world.mock.setChaos({ dropRate: 1 });
      return askMock(world);
    },
    sees: { code: 'LLM_CONNECTION', words: 'Try again later' },
    ...THRICE,
  },
  always(
    'the connection is reset before the answer',
    ({ request }) => {
      request.socket.resetAndDestroy();
    },
    { sees: NOT_CONNECTED, ...THRICE },
  ),
  {
    name: 'the connection is reset in the answer',
    run: (world) => {
      const begun: Received[] = [];
      world.server.handle = (received) => {
        begin(world, received);
        begun.push(received);
      };
      return askServer(world, {
        onEvent: (event) => {
          if (isToken(event)) begun.at(-1)?.request.socket.resetAndDestroy();
        },
      });
    },
    sees: NOT_CONNECTED,
    ...THRICE,
  },
  {
    name: 'silence before the answer',
    run: (world) => {
      let clock: { advance: (ms: number) => void } | undefined;
      world.server.handle = () => clock?.advance(300_000);
      return askServer(world, {
        onStart: (given) => {
          clock = given;
        },
      });
    },
    sees: { code: 'LLM_CONNECTION', words: 'did not begin to answer within 300 s. Check the network' },
    ...THRICE,
  },
  {
    name: 'silence in the answer',
    run: (world) => {
      world.server.handle = (received) => {
        begin(world, received);
      };
      return askServer(world, {
        onEvent: (event, clock) => {
          if (!isToken(event)) return;
          // The time of silence begins once the text was told.
          setImmediate(() => {
            clock.advance(300_000);
          });
        },
      });
    },
    sees: {
      code: 'LLM_CONNECTION',
      words: 'fell silent for 300 s in the middle of its answer. Check the network',
    },
    ...THRICE,
  },
  {
    name: 'an answer is cut off',
    run: (world) => {
      world.mock.onMessage('hello', { content: ANSWER.repeat(20) }, { truncateAfterChunks: 4 });
      return askMock(world);
    },
    sees: { code: 'LLM_CONNECTION', words: 'Check th' },
    ...THRICE,
  },
  always(
    'an answer ends without its end',
    (received, world) => {
      begin(world, received);
      received.response.end('data: {"half of an event');
    },
    { sees: CUT_OFF, ...THRICE },
  ),
  {
    name: 'broken JSON',
    run: (world) => {
      world.mock.onMessage('hello', { content: ANSWER });
      world.mock.setChaos({ malformedRate: 1 });
      return askMock(world);
    },
    sees: { code: 'LLM_CONNECTION', words: 'Check th' },
    ...THRICE,
  },
  always(
    'a broken event',
    (received, world) => {
      begin(world, received);
      received.response.end('data: {"type":"response.output\n\n');
    },
    { sees: { code: 'LLM_CONNECTION', words: 'it sent something that is not JSON. Check' }, ...THRICE },
  ),
  always(
    'an event of 50 MB',
    ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"type":"');
      const megabyte = 'x'.repeat(1024 * 1024);
      for (let written = 0; written < 50; written++) response.write(megabyte);
    },
    {
      sees: {
        code: 'LLM_REQUEST',
        words: 'more than 4 MB in one event, which no answer of a model has. Check',
      },
      tries: 1,
    },
  ),
  always(
    'a web page',
    ({ reply }) => {
      reply(200, '<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' });
    },
    { sees: { code: 'LLM_REQUEST', words: 'Check the base URL' }, tries: 1 },
  ),
  always(
    'events of a wrong content type',
    ({ response }, { provider }) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      for (const event of provider.spoke.events({ text: [ANSWER] }))
        response.write(`data: ${JSON.stringify(event)}\n\n`);
      response.end();
    },
    { sees: { answer: ANSWER }, tries: 1 },
  ),
  always(
    'an image in place of an answer',
    ({ response }) => {
      response.writeHead(200, { 'content-type': 'image/png' });
      response.end(Buffer.from(pngPart(9, 9).data, 'base64'));
    },
    { sees: CUT_OFF, ...THRICE },
  ),
  {
    name: 'a redirect to another host',
    run: (world) => {
      world.server.handle = ({ reply }) => {
        reply(307, '', { location: `${world.other.url}/elsewhere` });
      };
      return askServer(world);
    },
    sees: { code: 'LLM_REQUEST', words: 'If you trust it, make it the base URL' },
    tries: 1,
    check: (_asked, { other }) => {
      expectThat(other.received.length === 0, 'the other host got nothing');
    },
  },
  {
    name: 'keep-alives and no answer',
    run: async (world) => {
      const clocks: FakeClock[] = [];
      const coming = world.server.next();
      const asking = askServer(world, { onStart: (clock) => clocks.push(clock) });
      const { response } = await coming;
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const [clock] = clocks;
      // Four minutes of silence are allowed; half an hour is all of the time of a turn.
      for (let passedMs = 240_000; clock !== undefined && passedMs <= 1_800_000; passedMs += 240_000) {
        clock.advance(240_000);
        response.write(': keep-alive\n\n');
        const nextInMs = Math.min(300_000, 1_800_000 - passedMs);
        await untilEqual(() => clock.nextInMs, nextInMs, 'the time of silence begins anew');
      }
      clock?.advance(300_000);
      return asking;
    },
    sees: { code: 'MAX_ITERATIONS', words: 'limit of 1800 s before it had an answer. Set a higher limit' },
    tries: 1,
  },
];

import type { Spoke, Spoken } from '../../actors/llm/server/apis.js';
import type { Received } from '../../actors/llm/model-server.js';

/** A way to answer a request wrongly. `random` returns numbers of at least 0 and below 1. */
export type Fault = (received: Received, spoken: Spoken, api: Spoke, random: () => number) => void;

const write = ({ response }: Received, text: string): void => {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(text);
};

const refuse =
  (status: number, message: string, headers: Record<string, string> = {}): Fault =>
  ({ reply }) => {
    reply(status, { type: 'error', error: { type: 'some_error', message } }, headers);
  };

/** Sends a random part of the right answer, without its end. */
const begin: Fault = (received, spoken, api, random) => {
  const events = api.events(spoken);
  const count = Math.floor(random() * events.length);
  write(received, ': hello\n\n');
  for (const event of events.slice(0, count)) received.send(event);
};

const whole: Fault = (received, spoken, api) => {
  for (const event of api.events(spoken)) received.send(event);
};

const cut = ({ request }: Received): void => {
  request.socket.resetAndDestroy();
};

/** Each in turn of its weight. What takes a time-out is rarer, as it takes real time. */
export const FAULTS: Readonly<Record<string, readonly [weight: number, fault: Fault]>> = {
  'a reset': [3, cut],
  'a reset in the answer': [
    4,
    (received, spoken, api, random) => {
      begin(received, spoken, api, random);
      setImmediate(cut, received);
    },
  ],
  'a reset behind the answer': [
    4,
    (received, spoken, api) => {
      whole(received, spoken, api, () => 0);
      setImmediate(cut, received);
    },
  ],
  'an answer whose end is kept back': [
    3,
    (received, spoken, api) => {
      const events = api.events(spoken);
      for (const event of events.slice(0, -1)) received.send(event);
      setImmediate(cut, received);
    },
  ],
  'an end without an end': [
    3,
    (received, spoken, api, random) => {
      begin(received, spoken, api, random);
      received.response.end();
    },
  ],
  silence: [0.5, () => undefined],
  'silence in the answer': [0.5, begin],
  'silence behind the answer': [2, whole],
  '500': [3, refuse(500, 'It broke.')],
  '503': [2, refuse(503, 'Loading.', { 'retry-after': '2' })],
  '529': [2, refuse(529, 'Overloaded.')],
  '429': [2, refuse(429, 'Slow down.')],
  '429 for a while': [2, refuse(429, 'Slow down.', { 'retry-after': '3' })],
  '429 for an hour': [0.5, refuse(429, 'Slow down.', { 'retry-after': '3600' })],
  '400': [0.5, refuse(400, 'That is wrong.')],
  '401': [0.5, refuse(401, 'Who are you?')],
  '404': [0.3, refuse(404, 'No such model.')],
  'too long': [1, refuse(400, 'prompt is too long')],
  'too long in the answer': [
    1,
    (received, _spoken, api) => {
      received.send(api.failure('invalid_request_error', 'prompt is too long: 99999 tokens > 90000 maximum'));
      received.response.end();
    },
  ],
  'an error in the answer': [
    3,
    (received, spoken, api, random) => {
      begin(received, spoken, api, random);
      const types = ['rate_limit_error', 'overloaded_error', 'api_error', 'server_error'];
      received.send(api.failure(types[Math.floor(random() * types.length)] ?? '', 'It broke.'));
      received.response.end();
    },
  ],
  'what is no JSON': [
    3,
    (received, spoken, api, random) => {
      begin(received, spoken, api, random);
      received.response.end('data: {"choices":[{"del\n\n');
    },
  ],
  'what is no event': [
    2,
    ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(Buffer.from([0, 255, 254, 10, 13, 10, 200, 10, 10]));
    },
  ],
  'a web page': [
    0.3,
    ({ reply }) => {
      reply(200, '<!doctype html><title>Sign in</title>', { 'content-type': 'text/html' });
    },
  ],
  'a redirect': [
    0.3,
    ({ reply }) => {
      reply(307, '', { location: 'http://127.0.0.1:9/v1' });
    },
  ],
  nothing: [
    2,
    (received, _spoken, api) => {
      for (const event of api.events({ text: ['  '] })) received.send(event);
      received.response.end();
    },
  ],
  'a call without a name': [
    2,
    (received, _spoken, api) => {
      for (const event of api.events({ calls: [{ id: 'x', name: '', arguments: ['{}'] }] }))
        received.send(event);
      received.response.end();
    },
  ],
  'a call of an unknown tool': [
    2,
    (received, _spoken, api, random) => {
      const id = `x${Math.floor(random() * 1e9)}`;
      for (const event of api.events({ calls: [{ id, name: 'fly', arguments: ['{}'] }] }))
        received.send(event);
      received.response.end();
    },
  ],
  'arguments that are no JSON': [
    3,
    (received, spoken, api) => {
      const calls = (spoken.calls ?? []).map((call) => ({ ...call, arguments: call.arguments.slice(0, 1) }));
      for (const event of api.events({ ...spoken, calls })) received.send(event);
      received.response.end();
    },
  ],
  'keep-alives before the answer': [
    2,
    (received, spoken, api) => {
      write(received, ': wait\n\n: wait\n\n');
      whole(received, spoken, api, () => 0);
      received.response.end();
    },
  ],
  'an answer byte by byte': [
    2,
    (received, spoken, api) => {
      const bytes = Buffer.from(
        api
          .events(spoken)
          .map((event) => `data: ${JSON.stringify(event)}\r\n\r\n`)
          .join(''),
      );
      let at = 0;
      const next = (): void => {
        if (at >= bytes.length || received.response.destroyed) {
          received.response.end();
          return;
        }
        write(received, '');
        received.response.write(bytes.subarray(at, (at += 37)));
        setImmediate(next);
      };
      next();
    },
  ],
};

import { expect, test } from 'vitest';
import { boundFetch } from '../../../../src/actors/mcp/client/bounded-fetch.js';

const MB = 1024 * 1024;

interface Sent {
  readonly url?: string;
  readonly status?: number;
  readonly piece: string;
  readonly type: string;
}

interface Read {
  readonly sentMb: number;
  readonly text: string;
  readonly refusal?: string;
}

/** Reads what the server of `http://localhost/mcp` sends again and again, at most 64 MB of it. */
async function read({ url = 'http://localhost/mcp', status = 200, piece, type }: Sent): Promise<Read> {
  const bytes = new TextEncoder().encode(piece.repeat(Math.ceil(65_530 / piece.length)));
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (sent >= 64 * MB) controller.close();
      else controller.enqueue(bytes);
      sent += bytes.length;
    },
  });
  const fetch = boundFetch(
    () => Promise.resolve(new Response(body, { status, headers: { 'content-type': type } })),
    new URL('http://localhost/mcp'),
    () => Promise.resolve(),
  );
  const response = await fetch(url);
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? [])
      if (text.length < MB) text += decoder.decode(chunk, { stream: true });
    return { sentMb: sent / MB, text };
  } catch (error) {
    return { sentMb: sent / MB, text, refusal: String(error) };
  }
}

test.each([
  ['an event of many lines', 'data: x\n', 'text/event-stream'],
  ['an event of empty lines of data', 'data:\r\n', 'text/event-stream'],
  ['an event of one line', 'data: x', 'text/event-stream'],
  ['an answer at once', '[1],', 'application/json'],
])('a server that sends %s without an end is left after 16 MB', async (_what, piece, type) => {
  const { sentMb, refusal } = await read({ piece, type });
  expect(refusal).toContain('over 16 MB');
  expect(sentMb).toBeLessThan(18);
});

test.each(['data: x\n\n', 'data: x\r\n\r\n', ': ping\n\n'])(
  'a stream of events like %j may be long',
  async (piece) => {
    expect((await read({ piece, type: 'text/event-stream' })).refusal).toBeUndefined();
  },
);

test.each([
  ['what describes an authorization server', '/.well-known/oauth-authorization-server', 'application/json'],
  ['tokens', '/token', 'application/json'],
  ['events in their place', '/token', 'text/event-stream'],
  ['a client', '/register', 'text/html'],
])('%s has 64 kB', async (_what, path, type) => {
  const { sentMb, refusal } = await read({ url: `http://localhost${path}`, piece: '[1],', type });
  expect(refusal).toContain('over 64 kB');
  expect(sentMb).toBeLessThan(1);
});

test.each([
  [400, 'http://localhost/mcp', 'application/json'],
  [500, 'http://localhost/mcp', 'text/event-stream'],
  [503, 'http://localhost/token', 'text/html'],
])('of a failure with status %d at %s, 64 kB are read', async (status, url, type) => {
  const { sentMb, text, refusal } = await read({ url, status, piece: 'x\n', type });
  expect(refusal).toBeUndefined();
  expect(text).toBe('x\n'.repeat(32 * 1024));
  expect(sentMb).toBeLessThan(1);
});

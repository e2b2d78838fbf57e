import { expect, test } from 'vitest';
import { boundFetch } from '../../../../src/actors/mcp/client/bounded-fetch.js';

const MB = 1024 * 1024;

/** Reads what a server sends again and again, at most 64 MB of it. */
async function read(
  piece: string,
  type: string,
): Promise<{ readonly mb: number; readonly isRefused: boolean }> {
  const bytes = new TextEncoder().encode(piece.repeat(Math.ceil(65_536 / piece.length)));
  let sent = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      if (sent >= 64 * MB) controller.close();
      else controller.enqueue(bytes);
      sent += bytes.length;
    },
  });
  const fetch = boundFetch(
    () => Promise.resolve(new Response(body, { headers: { 'content-type': type } })),
    () => Promise.resolve(),
  );
  const response = await fetch('http://localhost/mcp');
  try {
    for await (const _ of response.body ?? []);
    return { mb: sent / MB, isRefused: false };
  } catch (error) {
    expect(String(error)).toContain('over 16 MB');
    return { mb: sent / MB, isRefused: true };
  }
}

test.each([
  ['an event of many lines', 'data: x\n', 'text/event-stream'],
  ['an event of empty lines of data', 'data:\r\n', 'text/event-stream'],
  ['an event of one line', 'data: x', 'text/event-stream'],
  ['an answer at once', '[1],', 'application/json'],
])('a server that sends %s without an end is left after 16 MB', async (_what, piece, type) => {
  const { mb, isRefused } = await read(piece, type);
  expect(isRefused).toBe(true);
  expect(mb).toBeLessThan(18);
});

test.each(['data: x\n\n', 'data: x\r\n\r\n', ': ping\n\n'])(
  'a stream of events like %j may be long',
  async (piece) => {
    expect((await read(piece, 'text/event-stream')).isRefused).toBe(false);
  },
);

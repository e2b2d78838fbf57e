import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEventBatches, type StreamEnd } from '../../../../src/actors/llm/server/event-stream.js';
import { chunk } from '../model-server.js';

const toEvent = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`;
const DONE = 'data: [DONE]\n\n';

/** A response whose body is read in exactly these pieces. */
function toResponse(pieces: readonly Uint8Array[], onCancel?: () => void): Response {
  let next = 0;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const piece = pieces[next++];
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
    ...(onCancel === undefined ? {} : { cancel: onCancel }),
  });
  return new Response(body, { headers: { 'retry-after': '7' } });
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);

/** What each read gave, and how it ended. */
async function readAll(
  response: Response,
  onEnd?: (how: StreamEnd) => void,
): Promise<{ reads: (readonly unknown[])[]; thrown?: unknown }> {
  const reads: (readonly unknown[])[] = [];
  try {
    for await (const values of readEventBatches(response, onEnd)) reads.push(values);
    return { reads };
  } catch (thrown) {
    return { reads, thrown };
  }
}

test('readEventBatches gives a thousand deltas that came in one read at once', async () => {
  const values = Array.from({ length: 1_000 }, (_, index) => chunk({ content: `word${index} ` }));
  const { reads } = await readAll(toResponse([encode(values.map(toEvent).join('') + DONE)]));
  expect(reads).toEqual([values]);
});

test('readEventBatches gives the same values however the bytes are cut, and never more often than it reads', async () => {
  const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
  const comment = fc.constantFrom('', ': still thinking', 'event: message', 'id: 1', 'retry: 5');
  const event = fc.record({ value: fc.jsonValue({ stringUnit: 'grapheme' }), lineEnd, comment });
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { maxLength: 20 }),
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 20 }),
      async (events, sizes) => {
        // What has an `error` ends a stream; another test is about that.
        const sent = events.map((one) => ({ ...one, value: { chunk: one.value } }));
        const text = sent.map(({ value, lineEnd: end, comment: line }) =>
          [...(line === '' ? [] : [line]), `data: ${JSON.stringify(value)}`, '', ''].join(end),
        );
        const bytes = encode(text.join('') + DONE);
        const pieces: Uint8Array[] = [];
        for (let from = 0, turn = 0; from < bytes.length; turn++) {
          const to = from + (sizes[turn % sizes.length] ?? 1);
          pieces.push(bytes.subarray(from, to));
          from = to;
        }
        const { reads, thrown } = await readAll(toResponse(pieces));
        expect(thrown).toBeUndefined();
        expect(reads.flat()).toEqual(sent.map(({ value }) => JSON.parse(JSON.stringify(value)) as unknown));
        expect(reads.length).toBeLessThanOrEqual(pieces.length);
      },
    ),
  );
});

test('readEventBatches stops at the mark of the end and reads no further', async () => {
  let isCancelled = false;
  const pieces = [encode(toEvent({ a: 1 }) + DONE + toEvent({ b: 2 })), encode(toEvent({ c: 3 }))];
  const { reads } = await readAll(
    toResponse(pieces, () => {
      isCancelled = true;
    }),
  );
  expect({ reads, isCancelled }).toEqual({ reads: [[{ a: 1 }]], isCancelled: true });
});

test('readEventBatches gives what came before an error of the server, and then throws its words', async () => {
  const error = { message: 'overloaded', code: 503 };
  const { reads, thrown } = await readAll(
    toResponse([encode(toEvent({ a: 1 }) + toEvent({ error }) + toEvent({ b: 2 }))]),
  );
  expect(reads).toEqual([[{ a: 1 }]]);
  expect(thrown).toMatchObject({ error, headers: new Headers({ 'retry-after': '7' }) });
});

test('readEventBatches gives what came before an event that is not JSON, and then throws', async () => {
  const { reads, thrown } = await readAll(toResponse([encode(`${toEvent({ a: 1 })}data: {"b":\n\n`)]));
  expect(reads).toEqual([[{ a: 1 }]]);
  expect(thrown).toBeInstanceOf(SyntaxError);
});

test.each([
  ['\n', DONE],
  ['\r\n', ''],
  ['\r', ''],
])('readEventBatches gives the last event of a stream whose lines end with %j', async (end, last) => {
  const text = [`data: {"a":1}`, '', `data: {"b":2}`, '', ''].join(end) + last;
  const { reads, thrown } = await readAll(toResponse([...encode(text)].map((byte) => Uint8Array.of(byte))));
  expect({ values: reads.flat(), thrown }).toEqual({ values: [{ a: 1 }, { b: 2 }], thrown: undefined });
});

test.each([
  ': OPENROUTER PROCESSING\n\n',
  ': keep-alive\n\n',
  '\n',
  'event: ping\n\n',
  'data: {"a"',
  '\ufeff',
])('readEventBatches shows that the server is there when it sends %j', async (sent) => {
  expect(await readAll(toResponse([encode(sent)]))).toEqual({ reads: [[]] });
});

test.each(['data:\n\n', 'data: \n\n', 'data: : keep-alive\n\n', 'data::\n\n', 'data: ping\n\n'])(
  'readEventBatches takes the event %j for a sign of life',
  async (sent) => {
    const { reads, thrown } = await readAll(toResponse([encode(sent), encode(toEvent({ a: 1 }))]));
    expect({ reads, thrown }).toEqual({ reads: [[], [{ a: 1 }]], thrown: undefined });
  },
);

test('readEventBatches reads a long text of spaces as fast as any other', async () => {
  // Hours for an expression that tries each space as the first one.
  const { reads, thrown } = await readAll(toResponse([encode(`data: ${' '.repeat(4_000_000)}x\n\n`)]));
  expect({ reads, thrown }).toEqual({ reads: [], thrown: expect.any(SyntaxError) as SyntaxError });
});

/** Reads a stream that sends `piece` without an end, and counts what was read of it. */
async function readEndless(piece: string): Promise<{ thrown: unknown; isCancelled: boolean; mb: number }> {
  const bytes = encode(piece);
  let sent = 0;
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      sent += bytes.length;
      controller.enqueue(bytes);
    },
    cancel: () => {
      isCancelled = true;
    },
  });
  const { thrown } = await readAll(new Response(body));
  return { thrown, isCancelled, mb: sent / 1024 / 1024 };
}

test.each([
  ['comments', ': x\n'],
  ['lines without text', 'data:\n'],
  ['lines of one letter', 'data: x\n'],
  ['other fields', 'id: 1\n'],
  ['nothing but one line', 'data'],
])(
  'readEventBatches leaves a stream that sends %s between two events without an end',
  async (_what, piece) => {
    const { thrown, isCancelled, mb } = await readEndless(piece.repeat(8_192));
    expect(thrown).toMatchObject({
      code: 'LLM_REQUEST',
      message: expect.stringContaining('4 MB in one event'),
    });
    expect(isCancelled).toBe(true);
    expect(mb).toBeLessThan(5);
  },
);

test('readEventBatches leaves a stream that sends events without an end', async () => {
  const { thrown, isCancelled, mb } = await readEndless(`data: "${'x'.repeat(1024 * 1024)}"\n\n`);
  expect(thrown).toMatchObject({ code: 'LLM_REQUEST', message: expect.stringContaining('128 MB in all') });
  expect(isCancelled).toBe(true);
  expect(mb).toBeLessThan(132);
});

test.each<[string, StreamEnd, readonly unknown[]]>([
  [DONE, 'marked', []],
  ['data: [DONE]', 'marked', []],
  ['', 'unmarked', []],
  [': comment', 'unmarked', []],
  // Some servers leave out the empty line behind the last event.
  ['data: {"b":2}', 'unmarked', [{ b: 2 }]],
  ['data: {"b":2}\r', 'unmarked', [{ b: 2 }]],
  ['data: {"b":', 'cut', []],
  ['da', 'unmarked', []],
])('readEventBatches says how a stream ends whose last words are %j', async (last, how, values) => {
  let end: StreamEnd | undefined;
  const { reads, thrown } = await readAll(toResponse([encode(toEvent({ a: 1 }) + last)]), (is) => {
    end = is;
  });
  expect({ values: reads.flat(), thrown, end }).toEqual({
    values: [{ a: 1 }, ...values],
    thrown: undefined,
    end: how,
  });
});

test.each<[string, unknown]>([
  ['event: error\ndata: {"message":"overloaded","code":503}\n\n', { message: 'overloaded', code: 503 }],
  ['event: error\ndata: {"detail":"overloaded"}\n\n', { message: 'overloaded' }],
  ['event: error\ndata: {"error":{"message":"overloaded"}}\n\n', { message: 'overloaded' }],
  ['event: error\ndata: {"error":"overloaded"}\n\n', 'overloaded'],
  ['event: error\ndata: "overloaded"\n\n', { message: 'overloaded' }],
  ['event: error\ndata: the engine is\ndata: overloaded\n\n', { message: 'the engine is\noverloaded' }],
  ['event: error\ndata: overloaded', { message: 'overloaded' }],
  ['data: {"object":"error","message":"overloaded","code":503}\n\n', { message: 'overloaded', code: 503 }],
])('readEventBatches throws the words of the error event %j', async (sent, error) => {
  const { reads, thrown } = await readAll(toResponse([encode(toEvent({ a: 1 }) + sent)]));
  expect(reads.flat()).toEqual([{ a: 1 }]);
  expect(thrown).toMatchObject({ error });
});

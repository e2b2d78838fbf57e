import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { callModel } from '../../../../src/actors/llm/call-model.js';
import { systemClock } from '../../../../src/actors/runtime/clock.js';
import { deferred } from '../../../../src/actors/runtime/deferred.js';
import { APIS, type Spoke, type Spoken } from './apis.js';

/** Cases of each law. `TROUPE_STREAM_RUNS=10000` is the long run. */
const RUNS = Number(process.env['TROUPE_STREAM_RUNS'] ?? 100);

// A case takes a hundredth of a second, and many times that on a busy machine.
const TIMEOUT_MS = 60_000 + RUNS * 500;

// Characters of one to four bytes, what JSON escapes, and what ends an event.
const piece = fc
  .array(fc.constantFrom('a', 'é', '語', '\u{1F600}', '"', '\\', '\n', '\n\n', 'data: ', ' '), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.join(''));

const pieces = fc.array(piece, { minLength: 1, maxLength: 5 });

const spoken: fc.Arbitrary<Spoken> = fc.record({
  reasoning: fc.oneof(pieces, fc.constant([])),
  // A text that is blank, or begins with a tag, means something of its own.
  text: pieces.map((said) => ['So', ...said]),
  calls: fc.array(pieces, { maxLength: 3 }).map((all) =>
    all.map((args, index) => {
      const text = JSON.stringify({ uri: args.join('') });
      const half = Math.floor(text.length / 2);
      return { id: `call_${index}`, name: 'ls_dir', arguments: [text.slice(0, half), text.slice(half)] };
    }),
  ),
});

/** The body of a response, cut at random bytes. */
const cuts = fc.array(
  fc.noBias(fc.nat(9_999)).map((place) => place / 10_000),
  // None of them: all events come with one read.
  { maxLength: 60 },
);

/** How a server writes its events. All of it is allowed, and most of it occurs. */
const framings = fc.record({
  lineEnd: fc.constantFrom('\n', '\r\n', '\r'),
  /** What stands before the data of some events. */
  before: fc.array(
    fc.constantFrom('', '', 'event', ': still thinking', ':', 'id: 7', 'retry: 3000', 'comment and blank'),
    { minLength: 1, maxLength: 6 },
  ),
  hasSpace: fc.boolean(),
  /** Whether an event has several lines of data. */
  isPretty: fc.boolean(),
  begin: fc.constantFrom('', '\ufeff', ': hello', 'blank'),
  hasDone: fc.boolean(),
});

type Framing = typeof framings extends fc.Arbitrary<infer Value> ? Value : never;

function write(events: readonly object[], framing: Framing): string {
  const { lineEnd, before, hasSpace, isPretty, begin, hasDone } = framing;
  const field = hasSpace ? 'data: ' : 'data:';
  const written = events.map((event, index): string => {
    const kind = before[index % before.length] ?? '';
    const json = isPretty ? JSON.stringify(event, null, 1) : JSON.stringify(event);
    const name = 'type' in event ? String(event.type) : 'message';
    const line =
      kind === 'event' ? [`event: ${name}`] : kind === 'comment and blank' ? [': wait', ''] : [kind];
    return [
      ...line.filter((text) => text !== '' || kind !== ''),
      ...json.split('\n').map((part) => field + part),
    ]
      .map((text) => text + lineEnd)
      .concat(lineEnd)
      .join('');
  });
  const first = begin === 'blank' ? lineEnd : begin === ': hello' ? begin + lineEnd : begin;
  return first + written.join('') + (hasDone ? `${field}[DONE]${lineEnd}${lineEnd}` : '');
}

function split(api: Spoke, said: Spoken, framing: Framing, places: readonly number[]): readonly Uint8Array[] {
  const bytes = Buffer.from(write(api.events(said), framing));
  const ends = [...new Set(places.map((place) => Math.floor(place * bytes.length)))].sort((a, b) => a - b);
  return [0, ...ends].map((start, index) => bytes.subarray(start, ends[index] ?? bytes.length));
}

/** Answers each request with these bytes, one piece for each read. `over`: the body was cancelled, or read to its end. */
function answerWith(chunks: readonly Uint8Array[]): { readonly over: Promise<undefined> } {
  const { promise: over, resolve } = deferred<undefined>();
  let next = 0;
  const body = new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const bytes = chunks[next++];
        if (bytes !== undefined) {
          controller.enqueue(bytes);
          return;
        }
        controller.close();
        resolve(undefined);
      },
      cancel: () => {
        resolve(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  const headers = { 'content-type': 'text/event-stream' };
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { headers })));
  return { over };
}

const lsDir = { name: 'ls_dir', description: 'Lists a directory.', parameters: { type: 'object' } };

const adapterOf = ({ provider }: Spoke) =>
  provider.createAdapter({
    provider: provider.name,
    model: 'm',
    apiKey: 'k',
    baseUrl: 'http://127.0.0.1:9/v1',
  });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each(APIS)('%s, wherever its stream is cut', (_name, api) => {
  test(
    'property 15: the text deltas make the answer, and nothing of it is lost',
    { timeout: TIMEOUT_MS },
    async () => {
      await fc.assert(
        fc.asyncProperty(spoken, framings, cuts, async (said, framing, places) => {
          answerWith(split(api, said, framing, places).filter(({ length }) => length > 0));
          const heard = { text: '', reasoning: '' };
          const reply = await callModel(adapterOf(api), [{ role: 'user', content: 'Hi' }], {
            clock: systemClock,
            random: () => 0,
            tools: [lsDir],
            onDelta: (delta) => {
              if (delta.type === 'text' || delta.type === 'reasoning') heard[delta.type] += delta.text;
            },
          });
          const { text = [], reasoning = [], calls = [] } = said;
          expect(reply).toMatchObject({ text: text.join(''), reasoning: reasoning.join('') });
          expect(heard).toEqual({ text: reply.text, reasoning: reply.reasoning });
          expect(reply.toolCalls).toEqual(
            calls.map((call) => ({ ...call, arguments: call.arguments.join('') })),
          );
          expect(reply.stop).toBe(calls.length > 0 ? 'toolCalls' : 'end');
        }),
        { numRuns: RUNS },
      );
    },
  );

  test(
    'property 16: cancelling keeps the partial text and ends the request',
    { timeout: TIMEOUT_MS },
    async () => {
      await fc.assert(
        fc.asyncProperty(
          spoken,
          framings,
          cuts,
          fc.nat({ max: 8 }),
          async (said, framing, places, moment) => {
            const answer = answerWith(split(api, said, framing, places).filter(({ length }) => length > 0));
            const controller = new AbortController();
            let heard = '';
            let deltas = 0;
            const reply = await callModel(adapterOf(api), [{ role: 'user', content: 'Hi' }], {
              clock: systemClock,
              random: () => 0,
              tools: [lsDir],
              signal: controller.signal,
              onDelta: (delta) => {
                if (delta.type === 'text') heard += delta.text;
                if (deltas++ === moment) controller.abort();
              },
            });
            expect(reply.text).toBe(heard);
            expect(said.text?.join('').startsWith(heard)).toBe(true);
            if (!controller.signal.aborted) return;
            expect(reply).toMatchObject({ stop: 'cancelled', toolCalls: [] });
            expect(reply.opaque).toBeUndefined();
            await answer.over;
          },
        ),
        { numRuns: RUNS },
      );
    },
  );
});

import { getEventListeners } from 'node:events';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  LLMAuthError,
  LLMConnectionError,
  LLMRateLimitError,
  LLMRequestError,
} from '../../../src/actors/protocol/errors.js';
import type { ModelDelta } from '../../../src/actors/protocol/llm.js';
import { callModel } from '../../../src/actors/llm/call-model.js';
import { anyDelta } from '../../arbitraries/model-delta.js';
import { FakeClock } from '../../doubles/fake-clock.js';
import { type Script, ScriptedAdapter } from './scripted-adapter.js';

const finish: fc.Arbitrary<ModelDelta[]> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .constantFrom('end', 'toolCalls', 'length', 'filtered')
      .map((reason): ModelDelta[] => [{ type: 'finish', reason }]),
  },
  { weight: 1, arbitrary: fc.constant<ModelDelta[]>([]) },
);

const anyEnding: fc.Arbitrary<Script['ending']> = fc.oneof(
  { weight: 3, arbitrary: fc.constant('end' as const) },
  { weight: 1, arbitrary: fc.constant('hang' as const) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      new LLMConnectionError('down', {}),
      new LLMRateLimitError('slow', {}),
      new LLMRateLimitError('slow', { retryAfterMs: 5_000 }),
      new LLMAuthError('no', {}),
      new LLMRequestError('no', {}),
      new TypeError('bug'),
    ),
  },
);

const scripts = fc.array(
  fc
    .tuple(fc.array(anyDelta, { maxLength: 12 }), finish, anyEnding)
    .map(([deltas, end, ending]): Script => ({ deltas: [...deltas, ...end], ending })),
  { minLength: 1, maxLength: 7 },
);

test('property 15: the text deltas since the last retry make the reply', async () => {
  await fc.assert(
    fc.asyncProperty(
      scripts,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      async (script, random) => {
        const clock = new FakeClock();
        clock.autoAdvance();
        const adapter = new ScriptedAdapter(...script);
        let heard = '';
        let reasoned = '';
        const reply = await callModel(adapter, [], {
          clock,
          random: () => random,
          onDelta: (delta) => {
            if (delta.type === 'text') heard += delta.text;
            if (delta.type === 'reasoning') reasoned += delta.text;
          },
          onRetry: () => {
            heard = '';
            reasoned = '';
          },
        });
        expect({ text: heard, reasoning: reasoned }).toEqual({
          text: reply.text,
          reasoning: reply.reasoning,
        });
        expect(reply.stop === 'failed').toBe(reply.error !== undefined);
        expect(clock.pending).toBe(0);
      },
    ),
    { numRuns: 300 },
  );
});

test('property 16: cancelling at any moment keeps the partial text and leaves nothing running', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, fc.nat({ max: 40 }), async (script, moment) => {
      const clock = new FakeClock();
      const controller = new AbortController();
      const adapter = new ScriptedAdapter(...script);
      let heard = '';
      let hasCancelled = false;
      let moments = 0;
      // A moment is a delta, a notice or a wait; the person cancels in the midst of one of them.
      const pass = (): void => {
        if (moments++ !== moment) return;
        hasCancelled = true;
        controller.abort();
      };
      const calling = callModel(adapter, [], {
        clock,
        random: () => 0.5,
        signal: controller.signal,
        onDelta: (delta) => {
          if (delta.type === 'text') heard += delta.text;
          pass();
        },
        onRetry: () => {
          heard = '';
          pass();
        },
      });
      let isOver = false;
      const done = calling.then((reply) => {
        isOver = true;
        return reply;
      });
      for (;;) {
        await new Promise(setImmediate);
        if (isOver) break;
        // One turn of the event loop is all that a cancelled call may take.
        expect(hasCancelled).toBe(false);
        pass();
        if (!hasCancelled) clock.advance(clock.nextInMs ?? 0);
      }
      const reply = await done;
      expect(reply.text).toBe(heard);
      if (hasCancelled) expect(reply).toMatchObject({ stop: 'cancelled', toolCalls: [] });
      expect(clock.pending).toBe(0);
      expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

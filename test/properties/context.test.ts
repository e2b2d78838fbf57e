import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { LLMMessage } from '../../src/actors/protocol/llm.js';
import { toMessages } from '../../src/actors/threads/to-messages.js';
import { FakeClock } from '../doubles/fake-clock.js';
import { conversationsOfMessages } from '../arbitraries/messages.js';
import { LimitedModel } from '../doubles/limited-model.js';
import { ask, behaviours, openWindow, RULES, windows } from './limited-window.js';
import { compactConversation } from '../../src/host/engine/window/compact-conversation.js';
import { CONTEXT_RUNS, CONTEXT_TIMEOUT_MS } from './context-runs.js';

vi.setConfig({ testTimeout: CONTEXT_TIMEOUT_MS });

describe('a request', () => {
  test('to a server that refuses it, whatever it says of its window, becomes shorter until it is taken', async () => {
    await fc.assert(
      fc.asyncProperty(
        conversationsOfMessages,
        windows,
        fc.double({ min: 0.6, max: 2, noNaN: true }),
        async (conversation, window, factor) => {
          const model = new LimitedModel({ window, isKnown: false, factor, reply: () => 'Done.' });
          const { reply, compactions } = await ask(model, conversation);
          let last = Infinity;
          for (const { report } of compactions) {
            expect(report?.tokensAfter).toBeLessThan(report?.tokensBefore ?? 0);
            expect(report?.tokensBefore).toBeLessThanOrEqual(last);
            last = report?.tokensAfter ?? 0;
          }
          expect(compactions.length).toBeLessThanOrEqual(5);
          if (reply.error !== undefined) expect(reply.error.code).toMatch(/CONTEXT_OVERFLOW|LLM_REQUEST/);
          else expect(model.requests).toHaveLength(1);
        },
      ),
      { numRuns: CONTEXT_RUNS },
    );
  });
});

describe('a compaction', () => {
  test('shrinks the request strictly and ends, whatever the model makes of a summary', async () => {
    await fc.assert(
      fc.asyncProperty(
        conversationsOfMessages,
        windows,
        behaviours,
        fc.constantFrom('full', 'refused', 'person'),
        async (conversation, window, summary, cause) => {
          const model = new LimitedModel({ window, summary, reply: () => 'Done.' });
          const { window: requests, append } = openWindow(model, conversation.messages, conversation.pinned);
          const clock = new FakeClock();
          clock.autoAdvance();
          // Again and again, until nothing can be gained: each must gain something, so there is an end.
          for (let round = 0; ; round += 1) {
            expect(round).toBeLessThan(60);
            const { tokens } = requests.next();
            const made = await compactConversation(requests, {
              cause,
              clock,
              random: () => 0,
              signal: new AbortController().signal,
            });
            if (made === undefined) break;
            append(made);
            expect(requests.next().tokens).toBeLessThan(tokens);
            expect(requests.next().tokens).toBe(made.report?.tokensAfter);
            for (const rules of RULES) expect(rules(requests.next().messages)).toEqual([]);
          }
        },
      ),
      { numRuns: CONTEXT_RUNS },
    );
  });

  test('that is cancelled while the model writes leaves the thread as it was', async () => {
    const cancelled = new AbortController();
    const model = new LimitedModel({ window: 8_000, summary: 'hangs', reply: () => 'Done.' }, () => {
      cancelled.abort();
    });
    const messages = Array.from({ length: 40 }, (_, index): LLMMessage => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: 'what was said '.repeat(40),
    }));
    const { window, entries } = openWindow(model, messages);
    const before = [...entries];
    const clock = new FakeClock();
    const made = compactConversation(window, {
      cause: 'person',
      clock,
      random: () => 0,
      signal: cancelled.signal,
    });
    await expect(made).rejects.toThrow('aborted');
    expect(entries).toEqual(before);
    expect(toMessages(entries, 'limited')).toEqual(messages);
    expect(clock.pending).toBe(0);
  });
});

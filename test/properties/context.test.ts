import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import type { LLMMessage } from '../../src/actors/protocol/llm.js';
import type { EntryBody, ThreadEntry, ThreadId } from '../../src/actors/protocol/thread.js';
import { toMessages } from '../../src/actors/threads/to-messages.js';
import { FakeClock } from '../doubles/fake-clock.js';
import { conversationsOfMessages } from '../arbitraries/messages.js';
import { chatCompletionsRules, messagesRules, responsesRules } from '../doubles/api-rules.js';
import { LimitedModel, type SummaryBehaviour } from '../doubles/limited-model.js';
import { compactConversation } from '../../src/host/engine/window/compact-conversation.js';
import { askInWindow } from '../../src/host/engine/window/ask-in-window.js';
import { RequestWindow } from '../../src/host/engine/window/request-window.js';
import { CONTEXT_RUNS, CONTEXT_TIMEOUT_MS } from './context-runs.js';

vi.setConfig({ testTimeout: CONTEXT_TIMEOUT_MS });

const HEAD = { mode: 'agent', prompt: 'You are an agent. '.repeat(20), tools: [] } as const;

/** A thread that began with these messages, and the window of a model over it. */
function openWindow(model: LimitedModel, messages: readonly LLMMessage[], pinned = 0) {
  const entries: ThreadEntry[] = [];
  const append = (body: EntryBody): void => {
    entries.push({
      id: `e${entries.length}`,
      parent: null,
      seq: entries.length,
      at: 0,
      ...body,
    } as ThreadEntry);
  };
  append({ kind: 'thread', version: 2, roots: ['/work'] });
  append({ kind: 'compaction', messages, pinned, head: HEAD });
  const window = new RequestWindow({ adapter: model, branch: () => entries, composeHead: () => HEAD });
  return { entries, append, window, id: 't' as ThreadId };
}

const behaviours = fc.constantFrom<SummaryBehaviour>(
  'good',
  'empty',
  'longer',
  'calls',
  'fails',
  'overflows',
);

/** Windows down to 4,000 tokens, the small ones most often. */
const windows = fc.oneof(
  fc.constant(4_000),
  fc.integer({ min: 4_000, max: 16_000 }),
  fc.integer({ min: 4_000, max: 200_000 }),
);

const RULES = [chatCompletionsRules, messagesRules, responsesRules];

async function ask(model: LimitedModel, conversation: { messages: readonly LLMMessage[]; pinned: number }) {
  const opened = openWindow(model, conversation.messages, conversation.pinned);
  const clock = new FakeClock();
  clock.autoAdvance();
  const compactions: Extract<EntryBody, { kind: 'compaction' }>[] = [];
  const reply = await askInWindow(opened.window, {
    signal: new AbortController().signal,
    clock,
    random: () => 0,
    onCompacted: (body) => {
      compactions.push(body);
      opened.append(body);
      return Promise.resolve();
    },
  });
  return { ...opened, reply, compactions };
}

describe('a request', () => {
  test('has every message that fits, the newest ones and the calls with their results, and never exceeds the window (12, 13)', async () => {
    await fc.assert(
      fc.asyncProperty(
        conversationsOfMessages,
        windows,
        behaviours,
        async (conversation, window, summary) => {
          const model = new LimitedModel({ window, summary, reply: () => 'Done.' });
          const { messages } = conversation;
          const pinned = messages.slice(0, conversation.pinned);
          const newest = messages.findLast((message) => message.role === 'user' && !pinned.includes(message));
          const before = openWindow(model, messages, conversation.pinned).window;
          const { tokens, head, counter } = before.next();
          const { fullTokens } = before.limits;
          const room = Math.min(fullTokens - counter.ofHead(head), counter.ofMessages(messages));
          const { reply, compactions } = await ask(model, conversation);

          const [sent, ...more] = model.requests;
          expect(more).toEqual([]);
          expect(model.refused).toBe(summary === 'overflows' ? Math.min(2, model.refused) : 0);
          // Two tries, each of which may be repeated once or twice as any failed request.
          expect(model.summaries.length + model.refused).toBeLessThanOrEqual(4);
          if (sent === undefined) {
            expect(reply.error?.code).toBe('CONTEXT_OVERFLOW');
            expect(compactions.length).toBeLessThanOrEqual(1);
            return;
          }
          const [system, ...rest] = sent.messages;
          expect(system).toEqual({ role: 'system', content: HEAD.prompt });
          expect(model.count(sent.messages, sent.options)).toBeLessThanOrEqual(window);
          for (const rules of RULES) expect(rules(rest)).toEqual([]);
          expect(rest).toContain(newest);
          for (const message of pinned) expect(rest).toContain(message);
          if (tokens <= fullTokens) expect(rest).toEqual(messages);
          const unread = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
          for (const { report } of compactions) {
            expect(report?.tokensAfter).toBeLessThan(report?.tokensBefore ?? 0);
            if (report?.stage === 'summarised') expect(summary).toBe('good');
            // More than two fifths is cut.
            if (report?.stage === 'shortened' && counter.ofMessages(unread) <= room * 0.35)
              expect(rest.slice(-unread.length)).toEqual(unread);
          }
        },
      ),
      { numRuns: CONTEXT_RUNS },
    );
  });

  test('of what must stay and cannot fit is not made, and the error says so', async () => {
    await fc.assert(
      fc.asyncProperty(
        conversationsOfMessages,
        fc.integer({ min: 100, max: 4_000 }),
        async (conversation, window) => {
          const model = new LimitedModel({ window, reply: () => 'Done.' });
          const { reply } = await ask(model, conversation);
          for (const { messages, options } of model.requests)
            expect(model.count(messages, options)).toBeLessThanOrEqual(window);
          expect(model.refused).toBe(0);
          if (model.requests.length === 0)
            expect(reply).toMatchObject({
              stop: 'failed',
              error: { code: 'CONTEXT_OVERFLOW', message: expect.stringContaining('Nothing was sent.') },
            });
        },
      ),
      { numRuns: CONTEXT_RUNS },
    );
  });

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

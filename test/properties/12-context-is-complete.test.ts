import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { conversationsOfMessages } from '../arbitraries/messages.js';
import { LimitedModel } from '../doubles/limited-model.js';
import { CASES, PATIENCE_MS } from './cases.js';
import { ask, behaviours, HEAD, openWindow, RULES, windows } from './limited-window.js';

/**
 * **Feature: vscode-agent, property 12: the context is complete**
 */
test(
  'property 12: a request has every message that fits, and always the prompt, what is pinned and the newest message',
  async () => {
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

          const [sent] = model.requests;
          if (sent === undefined) {
            // Nothing is left out in silence.
            expect(reply.error?.code).toBe('CONTEXT_OVERFLOW');
            return;
          }
          const [system, ...rest] = sent.messages;
          expect(system).toEqual({ role: 'system', content: HEAD.prompt });
          // No call is parted from its result.
          for (const rules of RULES) expect(rules(rest)).toEqual([]);
          expect(rest).toContain(newest);
          for (const message of pinned) expect(rest).toContain(message);
          if (tokens <= fullTokens) expect(rest).toEqual(messages);
          const unread = messages.slice(messages.findLastIndex(({ role }) => role === 'assistant') + 1);
          for (const { report } of compactions)
            // More than two fifths is cut.
            if (report?.stage === 'shortened' && counter.ofMessages(unread) <= room * 0.35)
              expect(rest.slice(-unread.length)).toEqual(unread);
        },
      ),
      { numRuns: CASES },
    );
  },
  PATIENCE_MS,
);

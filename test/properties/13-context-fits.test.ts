import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { conversationsOfMessages } from '../arbitraries/messages.js';
import { LimitedModel } from '../doubles/limited-model.js';
import { CASES, PATIENCE_MS } from './cases.js';
import { ask, behaviours, windows } from './limited-window.js';

/**
 * **Feature: vscode-agent, property 13: the context fits**
 */
test(
  'property 13: one request is made, which never exceeds the window, after compactions that gain something each',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        conversationsOfMessages,
        windows,
        behaviours,
        async (conversation, window, summary) => {
          const model = new LimitedModel({ window, summary, reply: () => 'Done.' });
          const { compactions } = await ask(model, conversation);
          const [sent, ...more] = model.requests;
          expect(more).toEqual([]);
          expect(model.refused).toBe(summary === 'overflows' ? Math.min(2, model.refused) : 0);
          // Two tries, each of which may be repeated once or twice as any failed request.
          expect(model.summaries.length + model.refused).toBeLessThanOrEqual(4);
          if (sent === undefined) expect(compactions.length).toBeLessThanOrEqual(1);
          else expect(model.count(sent.messages, sent.options)).toBeLessThanOrEqual(window);
          for (const { report } of compactions) {
            expect(report?.tokensAfter).toBeLessThan(report?.tokensBefore ?? 0);
            if (report?.stage === 'summarised') expect(summary).toBe('good');
          }
        },
      ),
      { numRuns: CASES },
    );
  },
  PATIENCE_MS,
);

test(
  'property 13: a request of what must stay and cannot fit is not made, and the error says so',
  async () => {
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
      { numRuns: CASES },
    );
  },
  PATIENCE_MS,
);

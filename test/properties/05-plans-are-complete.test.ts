import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_PLAN_STEPS } from '../../src/actors/protocol/plans/plan.js';
import { createProposePlanTool } from '../../src/actors/tools/plans/propose-plan.js';
import { makeEngine } from '../doubles/make-engine.js';
import { asksFor, says } from '../doubles/played-model.js';
import { CASES, PATIENCE_MS } from './cases.js';

const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 20 }) },
  fc.constantFrom('', ' ', '\n', '\u00a0', 'x'.repeat(3_000)),
);
/** What a model may write: good steps, and anything else. */
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ description: text, expectedOutcome: text }) },
  fc.record({ description: text, expectedOutcome: text }, { requiredKeys: [] }),
  fc.anything(),
);
const goodStep = fc.record({ description: fc.constant('Do it'), expectedOutcome: fc.constant('It is done') });
const steps = fc.oneof(
  fc.array(step, { maxLength: 6 }),
  fc.array(goodStep, { minLength: 1, maxLength: 60, size: 'max' }),
  fc.anything(),
);

/**
 * **Feature: vscode-agent, property 5: plan steps are complete**
 */
test(
  'property 5: whatever a model proposes, every step of every plan has a description and an expected outcome, and an id of its own',
  async () => {
    let plans = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ goal: text, steps }), { minLength: 1, maxLength: 3 }),
        async (proposals) => {
          const { engine } = makeEngine(
            [...proposals.map((proposal) => asksFor(['propose_plan', proposal])), says('So?')],
            [createProposePlanTool()],
          );
          const thread = engine.createThread();
          await (await thread.send('Plan it.', { mode: 'plan' })).result();
          for (const entry of thread.branch) {
            if (entry.kind !== 'plan') continue;
            plans += 1;
            expect(entry.goal.trim()).not.toBe('');
            expect(entry.steps.length).toBeGreaterThan(0);
            expect(entry.steps.length).toBeLessThanOrEqual(MAX_PLAN_STEPS);
            for (const { description, expectedOutcome } of entry.steps) {
              expect(description.trim()).not.toBe('');
              expect(expectedOutcome.trim()).not.toBe('');
            }
            expect(new Set(entry.steps.map(({ id }) => id)).size).toBe(entry.steps.length);
          }
          expect(thread.plan.current?.steps).toEqual(
            thread.branch
              .findLast((entry) => entry.kind === 'plan')
              ?.steps.map((one) => ({ ...one, status: 'pending' })),
          );
        },
      ),
      { numRuns: CASES },
    );
    expect(plans).toBeGreaterThan(CASES / 10);
  },
  PATIENCE_MS,
);

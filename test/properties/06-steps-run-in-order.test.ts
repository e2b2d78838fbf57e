import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFinished } from '../../src/actors/protocol/plans/plan.js';
import { makeEngine } from '../doubles/make-engine.js';
import { asksFor, type PlayedTurn, says } from '../doubles/played-model.js';
import { createFinishStepTool } from '../../src/actors/tools/plans/finish-step.js';
import { createProposePlanTool } from '../../src/actors/tools/plans/propose-plan.js';
import { CASES, PATIENCE_MS } from './cases.js';

/** What a step comes to, try by try; the last word is the person's where it is `skip`. */
const life = fc
  .array(fc.constantFrom('not met', 'no verdict', 'error'), { maxLength: 2 })
  .chain((failures) => fc.constantFrom('met', 'skip').map((end) => [...failures, end] as const));
type Try = 'not met' | 'no verdict' | 'error' | 'met' | 'skip';

function playTry(what: Try): readonly PlayedTurn[] {
  if (what === 'skip') return [asksFor(['finish_step', { isMet: false, observed: 'no' }]), says('No.')];
  if (what === 'no verdict') return [says('Hm.'), says('Hm.')];
  if (what === 'error') return [{ deltas: [], end: new Error('The model broke.') }];
  return [asksFor(['finish_step', { isMet: what === 'met', observed: what }]), says('So.')];
}

/**
 * **Feature: vscode-agent, property 6: plan steps run in order**
 */
test(
  'property 6: a step begins when the one before it is done or skipped, each has one end, and a plan that is done has all',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(life, { minLength: 1, maxLength: 5 }), async (lives) => {
        const proposal = {
          goal: 'All',
          steps: lives.map((_, at) => ({ description: `Do ${at}`, expectedOutcome: `${at} is done` })),
        };
        const { engine, clock } = makeEngine(
          [asksFor(['propose_plan', proposal]), says('So?'), ...lives.flat().flatMap(playTry)],
          [createProposePlanTool(), createFinishStepTool()],
        );
        clock.autoAdvance();
        const thread = engine.createThread();
        await (await thread.send('Plan it.', { mode: 'plan' })).result();
        await thread.plan.approve(thread.plan.current?.digest ?? '');
        for (let rounds = 0; rounds < 20 && thread.plan.current?.status !== 'completed'; rounds++) {
          const at = thread.plan.current?.steps.findIndex((step) => !isFinished(step)) ?? 0;
          const tries = thread.branch.filter(
            (entry) => entry.kind === 'step' && entry.step === at + 1 && entry.status === 'failed',
          ).length;
          const run = lives[at]?.[tries - 1] === 'skip' ? thread.plan.skip() : thread.plan.execute();
          await run.result();
        }
        let [open, done] = [0, 0];
        for (const entry of thread.branch) {
          if (entry.kind === 'turn_began' && entry.step !== undefined) expect(entry.step.step).toBe(open);
          if (entry.kind !== 'step') continue;
          expect(entry.step).toBe(done + 1);
          if (entry.status === 'running') {
            expect(open).toBe(0);
            open = entry.step;
          } else {
            if (entry.status !== 'skipped') expect(open).toBe(entry.step);
            open = 0;
            if (entry.status !== 'failed') done = entry.step;
          }
        }
        expect({ done, status: thread.plan.current?.status }).toEqual({
          done: lives.length,
          status: 'completed',
        });
      }),
      { numRuns: CASES },
    );
  },
  PATIENCE_MS,
);

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFinished } from '../../src/actors/protocol/plans/plan.js';
import { draftPlan, type PlanProposal } from '../../src/actors/threads/plans/draft-plan.js';
import { Branch, carryOut, proposal } from '../doubles/plan-branch.js';
import { CASES, PATIENCE_MS } from './cases.js';

/**
 * **Feature: vscode-agent, property 7: a revision keeps completed steps**
 */
test(
  'property 7: a revision leaves what is finished as it was, byte for byte and in front',
  () => {
    fc.assert(
      fc.property(
        proposal,
        fc.array(fc.boolean(), { maxLength: 30 }),
        proposal,
        fc.infiniteStream(fc.boolean()),
        (first, skips, second, keeps) => {
          const branch = new Branch();
          branch.add(draftPlan(undefined, first, 'model'));
          carryOut(branch, skips);
          const before = branch.plan;
          const finished = before?.steps.filter(isFinished) ?? [];
          const kept = before?.steps.filter((step) => !isFinished(step) && keeps.next().value === true) ?? [];
          const revised: PlanProposal = { steps: [...second.steps, ...kept] };
          branch.add(draftPlan(before, revised, 'person'));
          expect(branch.plan?.steps.slice(0, finished.length)).toEqual(finished);
          expect(branch.plan?.status).toBe('draft');
          const shown = new Map(branch.plan?.steps.map((step) => [step.id, step]));
          for (const { id, description, expectedOutcome } of kept)
            if (shown.has(id))
              expect(shown.get(id)).toMatchObject({ description, expectedOutcome, status: 'pending' });
        },
      ),
      { numRuns: CASES },
    );
  },
  PATIENCE_MS,
);

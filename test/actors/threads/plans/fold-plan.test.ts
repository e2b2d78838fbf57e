import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlanStep } from '../../../../src/actors/protocol/plans/plan.js';
import { ENTRY_VERSION } from '../../../../src/actors/protocol/thread.js';
import type { BodyOf, ThreadId } from '../../../../src/actors/protocol/thread.js';
import { copyBranch } from '../../../../src/actors/threads/copy-branch.js';
import { digestPlan } from '../../../../src/actors/threads/plans/digest-plan.js';
import { draftPlan } from '../../../../src/actors/threads/plans/draft-plan.js';
import { foldPlan } from '../../../../src/actors/threads/plans/fold-plan.js';
import { Branch, carryOut, proposal } from '../../../doubles/plan-branch.js';
import { RUNS } from '../property-runs.js';

const someSteps: readonly PlanStep[] = [
  { id: 1, description: 'a', expectedOutcome: 'b' },
  { id: 2, description: 'c', expectedOutcome: 'd' },
];

test.each<[what: string, goal: string, steps: readonly PlanStep[]]>([
  ['another goal', 'x', someSteps],
  ['another order', 'g', someSteps.toReversed()],
  ['a step less', 'g', someSteps.slice(1)],
  ['another outcome', 'g', [{ id: 1, description: 'a', expectedOutcome: 'B' }, ...someSteps.slice(1)]],
  ['another text', 'g', [{ id: 1, description: 'a ', expectedOutcome: 'b' }, ...someSteps.slice(1)]],
  [
    'a text that has moved from one field to the other',
    'g',
    [{ id: 1, description: 'ab', expectedOutcome: '' }, ...someSteps.slice(1)],
  ],
])('a plan with %s has another digest', (_, goal, steps) => {
  expect(digestPlan({ goal, steps })).not.toBe(digestPlan({ goal: 'g', steps: someSteps }));
});

test('approvals and steps of another version, or with another digest, count for nothing', () => {
  const draft: BodyOf<'plan'> = { kind: 'plan', by: 'model', goal: 'g', steps: someSteps };
  const digest = digestPlan(draft);
  const branch = new Branch();
  const first = branch.add(draft);
  branch.add({ kind: 'plan_approved', plan: first, digest: 'f'.repeat(64), by: 'person' });
  branch.add({ kind: 'step', plan: first, step: 1, status: 'completed' });
  expect(branch.plan).toMatchObject({
    status: 'draft',
    steps: [{ status: 'pending' }, { status: 'pending' }],
  });
  const second = branch.add(draft);
  branch.add({ kind: 'plan_approved', plan: first, digest, by: 'person' });
  expect(branch.plan?.status).toBe('draft');
  branch.add({ kind: 'plan_approved', plan: second, digest, by: 'person' });
  branch.add({ kind: 'step', plan: first, step: 1, status: 'completed' });
  expect(branch.plan).toMatchObject({
    status: 'approved',
    steps: [{ status: 'pending' }, { status: 'pending' }],
  });
});

test('a copy of a conversation has the same plan', () => {
  fc.assert(
    fc.property(proposal, fc.array(fc.boolean(), { maxLength: 30 }), (one, skips) => {
      const branch = new Branch();
      branch.add({ kind: 'thread', version: ENTRY_VERSION, roots: [] });
      branch.add(draftPlan(undefined, one, 'model'));
      carryOut(branch, skips);
      let ids = 0;
      const copy = copyBranch(branch.entries, { thread: 't' as ThreadId, newId: () => `copy${++ids}` });
      const [before, after] = [branch.plan, foldPlan(copy)];
      expect({ ...after, id: before?.id }).toEqual(before);
    }),
    { numRuns: RUNS },
  );
});

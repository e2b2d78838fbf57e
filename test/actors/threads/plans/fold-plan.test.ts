import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PlanStep } from '../../../../src/actors/protocol/plans/plan.js';
import { isFinished } from '../../../../src/actors/protocol/plans/plan.js';
import type { PlanView } from '../../../../src/actors/protocol/plans/plan-view.js';
import { ENTRY_VERSION } from '../../../../src/actors/protocol/thread.js';
import type {
  BodyOf,
  EntryBody,
  EntryId,
  ThreadEntry,
  ThreadId,
} from '../../../../src/actors/protocol/thread.js';
import { copyBranch } from '../../../../src/actors/threads/copy-branch.js';
import { digestPlan } from '../../../../src/actors/threads/plans/digest-plan.js';
import { draftPlan, type PlanProposal } from '../../../../src/actors/threads/plans/draft-plan.js';
import { foldPlan } from '../../../../src/actors/threads/plans/fold-plan.js';
import { RUNS } from '../property-runs.js';

/** A branch that grows. */
class Branch {
  readonly entries: ThreadEntry[] = [];

  add(body: EntryBody): EntryId {
    const seq = this.entries.length;
    const id = `e${seq}` as EntryId;
    this.entries.push({ id, parent: this.entries.at(-1)?.id ?? null, seq, at: seq, ...body });
    return id;
  }

  get plan(): PlanView | undefined {
    return foldPlan(this.entries);
  }
}

const text = fc.string({ minLength: 1, maxLength: 12 }).filter((one) => one.trim() !== '');
const newStep = fc.record({ description: text, expectedOutcome: text });
const proposal = fc.record({ goal: text, steps: fc.array(newStep, { minLength: 1, maxLength: 40 }) });

/** Carries out what is proposed up to a step, some of it skipped. */
function carryOut(branch: Branch, skips: readonly boolean[]): void {
  const { plan } = branch;
  if (plan === undefined) return;
  branch.add({ kind: 'plan_approved', plan: plan.id, digest: plan.digest, by: 'person' });
  const open = plan.steps.filter((step) => !isFinished(step));
  for (const [at, isSkipped] of skips.slice(0, open.length - 1).entries()) {
    const step = open[at]?.id ?? 0;
    if (!isSkipped) branch.add({ kind: 'step', plan: plan.id, step, status: 'running' });
    branch.add(
      isSkipped
        ? { kind: 'step', plan: plan.id, step, status: 'skipped' }
        : { kind: 'step', plan: plan.id, step, status: 'completed', result: `It is ${at}.` },
    );
  }
}

test('property 5: every step of every version has a description and an expected outcome, and an id of its own', () => {
  fc.assert(
    fc.property(
      fc.array(proposal, { minLength: 1, maxLength: 4 }),
      fc.array(fc.boolean()),
      (proposals, skips) => {
        const branch = new Branch();
        for (const one of proposals) {
          const known = new Set(branch.plan?.steps.map(({ id }) => id));
          branch.add(draftPlan(branch.plan, one, 'model'));
          const { plan } = branch;
          expect(plan?.steps.length).toBeLessThanOrEqual(30);
          for (const { description, expectedOutcome } of plan?.steps ?? []) {
            expect(description.trim()).not.toBe('');
            expect(expectedOutcome.trim()).not.toBe('');
          }
          const ids = plan?.steps.map(({ id }) => id) ?? [];
          expect(new Set(ids).size).toBe(ids.length);
          for (const step of plan?.steps ?? []) if (!isFinished(step)) expect(known.has(step.id)).toBe(false);
          carryOut(branch, skips);
        }
      },
    ),
    { numRuns: RUNS },
  );
});

test('property 7: a revision leaves what is finished as it was, byte for byte and in front', () => {
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
    { numRuns: RUNS },
  );
});

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

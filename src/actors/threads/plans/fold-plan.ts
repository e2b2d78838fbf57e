import { omitUndefined } from '../../protocol/json/omit-undefined.js';
import type { PlanStepView, PlanView } from '../../protocol/plans/plan-view.js';
import { hasEnded, isFinished } from '../../protocol/plans/plan.js';
import type { EntryOf, ThreadEntry } from '../../protocol/thread.js';
import { digestPlan } from './digest-plan.js';

/** The plan that a branch ends with; `undefined` where there is none. Source: SPEC P. */
export function foldPlan(branch: readonly ThreadEntry[]): PlanView | undefined {
  let plan: PlanView | undefined;
  for (const entry of branch) plan = foldPlanEntry(plan, entry);
  return plan;
}

/** The plan after one more entry of the branch. Entries about another version of it count for nothing. */
function foldPlanEntry(plan: PlanView | undefined, entry: ThreadEntry): PlanView | undefined {
  if (entry.kind === 'plan') return drafted(plan, entry);
  if (plan === undefined || !('plan' in entry) || entry.plan !== plan.id) return plan;
  const { at: updatedAt } = entry;
  switch (entry.kind) {
    case 'plan_approved':
      return plan.status === 'draft' && entry.digest === plan.digest
        ? { ...plan, status: 'approved', updatedAt }
        : plan;
    case 'step': {
      // What nobody has approved cannot have begun, whatever was written.
      if (plan.status !== 'approved' && plan.status !== 'executing') return plan;
      const steps = plan.steps.map((step) => (step.id === entry.step ? placed(step, entry) : step));
      return { ...plan, steps, status: 'executing', updatedAt };
    }
    case 'plan_ended':
      return { ...plan, status: entry.outcome, updatedAt };
    default:
      return plan;
  }
}

/** A new version: what is finished and stands in both stays finished. */
function drafted(before: PlanView | undefined, entry: EntryOf<'plan'>): PlanView {
  const { id, goal, by, omitted, at } = entry;
  const isOpen = before !== undefined && !hasEnded(before);
  const known = isOpen ? before.steps.filter(isFinished) : [];
  const steps = entry.steps.map((step): PlanStepView => {
    const finished = known.find(
      (one) =>
        one.id === step.id &&
        one.description === step.description &&
        one.expectedOutcome === step.expectedOutcome,
    );
    return finished ?? { ...step, status: 'pending' };
  });
  return {
    id,
    goal,
    steps,
    status: 'draft',
    by,
    digest: digestPlan(entry),
    ...omitUndefined({ omitted }),
    createdAt: isOpen ? before.createdAt : at,
    updatedAt: at,
  };
}

function placed({ id, description, expectedOutcome }: PlanStepView, entry: EntryOf<'step'>): PlanStepView {
  const { status } = entry;
  if (status === 'running') return { id, description, expectedOutcome, status };
  const { result, failure } = entry;
  return {
    id,
    description,
    expectedOutcome,
    status,
    ...omitUndefined({ result, failure }),
  };
}

import { isFinished } from '../../../../../actors/protocol/plans/plan.js';
import type { ShownPlan } from '../../../../../actors/protocol/plans/plan-messages.js';
import type { PlanStepView } from '../../../../../actors/protocol/plans/plan-view.js';
import { PLAN_TEXTS } from '../../../words/plan-words.js';

/** The step that comes next, or runs. */
export function findNextStep({ steps }: Pick<ShownPlan, 'steps'>): PlanStepView | undefined {
  return steps.find((step) => !isFinished(step));
}

/** Where a plan stands, as a sentence. */
export function describePlanState(plan: ShownPlan): string {
  const { status, steps, isCarriedOut } = plan;
  const next = findNextStep(plan);
  if (status !== 'executing' || next === undefined) return PLAN_TEXTS.states[status];
  const number = steps.indexOf(next) + 1;
  if (isCarriedOut) return PLAN_TEXTS.carriedOut(number);
  if (next.status === 'running') return PLAN_TEXTS.interrupted(number);
  return next.status === 'failed'
    ? PLAN_TEXTS.waitsAt(number, PLAN_TEXTS.failures[next.failure ?? 'error'])
    : PLAN_TEXTS.waitsBefore(number);
}

/** How a plan goes on, as a button; `undefined` where it does not. */
export function describeGoingOn(plan: ShownPlan): string | undefined {
  if (plan.isCarriedOut) return undefined;
  if (plan.status === 'approved') return PLAN_TEXTS.begin;
  if (plan.status !== 'executing') return undefined;
  return findNextStep(plan)?.status === 'failed' ? PLAN_TEXTS.again : PLAN_TEXTS.goOn;
}

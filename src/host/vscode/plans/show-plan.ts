import { hasEnded } from '../../../actors/protocol/plans/plan.js';
import type { ShownPlan } from '../../../actors/protocol/plans/plan-messages.js';
import type { ThreadEntry } from '../../../actors/protocol/thread.js';
import { foldPlan } from '../../../actors/threads/plans/fold-plan.js';

/** The plan that a branch ends with, as the view shows it. One that has ended goes when the conversation goes on. */
export function showPlan(branch: readonly ThreadEntry[], isCarriedOut: boolean): ShownPlan | undefined {
  const plan = foldPlan(branch);
  if (plan === undefined || (hasEnded(plan) && goesOn(branch))) return undefined;
  return { ...plan, isCarriedOut };
}

function goesOn(branch: readonly ThreadEntry[]): boolean {
  const newest = branch.findLast(({ kind }) => kind === 'plan_ended' || kind === 'turn_began');
  return newest?.kind === 'turn_began';
}

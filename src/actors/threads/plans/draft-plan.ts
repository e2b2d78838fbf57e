import { PlanError } from '../../protocol/errors.js';
import { hasEnded, isFinished, MAX_PLAN_STEPS, type PlanStep } from '../../protocol/plans/plan.js';
import type { PlanView } from '../../protocol/plans/plan-view.js';
import type { BodyOf } from '../../protocol/thread.js';

/** A plan as somebody writes it down: the steps that are still to be done. */
export interface PlanProposal {
  /** Default: that of the plan before. */
  readonly goal?: string;
  readonly steps: readonly (Omit<PlanStep, 'id'> & {
    /** The step of the plan before that this one is, perhaps with another text. Default: it is a new one. */
    readonly id?: number;
  })[];
}

/**
 * The next version of a plan: its finished steps as they were, and behind them what is proposed, as much of it as fits into
 * `MAX_PLAN_STEPS`. Errors: `PlanError` for no step, an empty text, or a step that is named twice, is finished, or
 * is none of the plan before.
 */
export function draftPlan(
  before: PlanView | undefined,
  proposal: PlanProposal,
  by: 'model' | 'person',
): BodyOf<'plan'> {
  const isOpen = before !== undefined && !hasEnded(before);
  const current = isOpen ? before.steps : [];
  const finished = current.filter(isFinished).map(toStep);
  const goal = (proposal.goal ?? (isOpen ? before.goal : '')).trim();
  if (goal === '') throw invalid('goal', 'The plan needs a goal: one sentence on what it is for.');
  if (proposal.steps.length === 0) throw invalid('steps', 'The plan needs at least one step, got none.');
  const known = new Map(current.filter((step) => !isFinished(step)).map((step) => [step.id, step]));
  let next = Math.max(0, ...(before?.steps ?? []).map(({ id }) => id)) + 1;
  const steps = proposal.steps.map(({ id, description, expectedOutcome }, index): PlanStep => {
    const place = `steps.${index}`;
    if (description.trim() === '')
      throw invalid(`${place}.description`, `Step ${index + 1} needs a description, got an empty one.`);
    if (expectedOutcome.trim() === '')
      throw invalid(
        `${place}.expectedOutcome`,
        `Step ${index + 1} needs an expected outcome, got an empty one.`,
      );
    if (id !== undefined && !known.delete(id))
      throw invalid(
        `${place}.id`,
        `Step ${index + 1} names the step ${id}, which is finished, is named twice, or is not in the plan.`,
      );
    return { id: id ?? next++, description: description.trim(), expectedOutcome: expectedOutcome.trim() };
  });
  const room = MAX_PLAN_STEPS - finished.length;
  const omitted = steps.length - room;
  return {
    kind: 'plan',
    by,
    goal,
    steps: [...finished, ...steps.slice(0, room)],
    ...(omitted > 0 ? { omitted } : {}),
  };
}

function toStep({ id, description, expectedOutcome }: PlanStep): PlanStep {
  return { id, description, expectedOutcome };
}

function invalid(param: string, message: string): PlanError {
  return new PlanError(message, { problem: 'content', param });
}

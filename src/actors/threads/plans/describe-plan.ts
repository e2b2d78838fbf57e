import { hasEnded, isFinished, STEP_TOOL, type StepEnd } from '../../protocol/plans/plan.js';
import type { PlanStepView, PlanView } from '../../protocol/plans/plan-view.js';

// Of what a step has observed, as much as tells the next ones what there is now. Units: UTF-16 units.
const MAX_RESULT_CHARS = 400;

const MARKS: Readonly<Record<PlanStepView['status'], string>> = {
  pending: '[ ]',
  running: '[>]',
  completed: '[x]',
  failed: '[!]',
  skipped: '[-]',
};

/**
 * What a model is told when a step begins. A person sees the first line. `tried`: how it ended when it was tried before. Written for the model, like all functions here.
 */
export function describeStep({ goal, steps }: PlanView, step: PlanStepView, tried?: StepEnd): string {
  const number = steps.findIndex(({ id }) => id === step.id) + 1;
  const before = steps.slice(0, number - 1).filter(isFinished);
  return [
    `Step ${number} of ${steps.length}: ${step.description}`,
    `Carry out this step of the plan that was approved, and nothing of the others. The plan is for: ${goal}`,
    `Expected outcome: ${step.expectedOutcome}`,
    ...(before.length === 0 ? [] : [`Before it:\n${before.map(drawStep(steps)).join('\n')}`]),
    ...(tried === undefined
      ? []
      : [`It was tried before, and ${tried.status}: ${cut(tried.result ?? 'nothing is known of it')}`]),
    `When it is done, look whether the outcome is as expected, and call ${STEP_TOOL} with what you have observed; also when it cannot be done.`,
  ].join('\n\n');
}

/** What a model is told that ended a step without a verdict. */
export function askForVerdict(): string {
  return `Is the outcome of the step as expected? Call ${STEP_TOOL} with what you have observed.`;
}

/** The plan for a model whose window does not hold it any more; empty where nothing of it is left to do. */
export function describePlan(plan: PlanView | undefined): string {
  if (plan === undefined || hasEnded(plan)) return '';
  const state =
    plan.status === 'draft' ? 'which the person has not approved' : 'which the person has approved';
  return [`(The plan, ${state}: ${plan.goal})`, ...plan.steps.map(drawStep(plan.steps))].join('\n');
}

/** A step as a line. */
function drawStep(steps: readonly PlanStepView[]): (step: PlanStepView) => string {
  return ({ id, status, description, expectedOutcome, result }) => {
    const number = steps.findIndex((step) => step.id === id) + 1;
    const what = isFinished({ status }) ? '' : ` (expected: ${expectedOutcome})`;
    const outcome = result === undefined ? '' : `: ${cut(result)}`;
    return `${MARKS[status]} ${number}. ${description}${what}${outcome}`;
  };
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_RESULT_CHARS ? line : `${line.slice(0, MAX_RESULT_CHARS).toWellFormed()}…`;
}

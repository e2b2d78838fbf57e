/** What a person reads before they approve. A longer plan is cut, and says so. */
export const MAX_PLAN_STEPS = 30;

/** The name of the tool by which a model puts a plan to the person. */
export const PLAN_TOOL = 'propose_plan';

/** The name of the tool by which a model ends a step. */
export const STEP_TOOL = 'finish_step';

/** Whether a tool is there for plans alone. Requests have these from the first turn on that plans. */
export function isPlanTool(name: string): boolean {
  return name === PLAN_TOOL || name === STEP_TOOL;
}

/** A step as it is proposed. Source: SPEC P. */
export interface PlanStep {
  /** No other step of the conversation's plans has it, unless it is this one, in a revision. The first is 1. */
  readonly id: number;
  /** What is to be done. Shape: not empty. */
  readonly description: string;
  /** By what one can tell that it was. Shape: not empty. */
  readonly expectedOutcome: string;
}

/** What a person is shown, and approves. */
export interface PlanDraft {
  /** What the plan is for, as one sentence. */
  readonly goal: string;
  /** Shape: not empty. Steps that are finished come first, as they were. */
  readonly steps: readonly PlanStep[];
}

/** Where a step stands. Source: SPEC P. */
export type StepStatus = 'pending' | 'running' | 'completed' | 'failed' | 'skipped';

/**
 * Why a step has failed. `not met`: the model says that the outcome is another one. `no verdict`: it has ended without
 * saying. `limit`: it has used its budget. `stopped`: the person stopped it. `error`: its turn failed.
 */
export type StepFailure = 'not met' | 'no verdict' | 'limit' | 'stopped' | 'error';

/** How a step has ended. */
export interface StepEnd {
  readonly status: 'completed' | 'failed' | 'skipped';
  /** What was observed, in the words of the model, or what went wrong. Default: nothing is known. */
  readonly result?: string;
  /** Default: it has not failed. */
  readonly failure?: StepFailure;
}

/**
 * Where a plan stands. `draft`: nobody has approved it. `approved`: no step has begun. `executing`: one has, also while
 * the plan waits at a failed step. `failed`: it was given up at a step. `abandoned`: it was given up before.
 */
export type PlanStatus = 'draft' | 'approved' | 'executing' | 'completed' | 'failed' | 'abandoned';

/** Whether nothing more of a plan is carried out. */
export function hasEnded({ status }: { readonly status: PlanStatus }): boolean {
  return status === 'completed' || status === 'failed' || status === 'abandoned';
}

/** Whether a step is done with: whatever is revised, it stays as it was. */
export function isFinished({ status }: { readonly status: StepStatus }): boolean {
  return status === 'completed' || status === 'skipped';
}

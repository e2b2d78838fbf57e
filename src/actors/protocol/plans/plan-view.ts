import type { PlanStatus, PlanStep, StepEnd, StepStatus } from './plan.js';

/** A step of a plan, and what has become of it. */
export interface PlanStepView extends PlanStep, Omit<StepEnd, 'status'> {
  readonly status: StepStatus;
}

/** The plan of a conversation, as its entries have it. */
export interface PlanView {
  /** The entry that holds this version of it. Shape: an `EntryId`. */
  readonly id: string & { readonly __brand: 'EntryId' };
  readonly goal: string;
  readonly steps: readonly PlanStepView[];
  readonly status: PlanStatus;
  readonly by: 'model' | 'person';
  /** Identifies exactly this goal and these steps. Shape: SHA-256, hexadecimal. */
  readonly digest: string;
  /** How many steps were left out, as there were too many. Default: none. */
  readonly omitted?: number;
  /** Units: milliseconds since 1970. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

import type { PlanView } from './plan-view.js';
import type { PlanStep } from './plan.js';

/** A plan as the view shows it. */
export interface ShownPlan extends PlanView {
  /** Whether its steps are being carried out now. A step that is `running` otherwise was interrupted. */
  readonly isCarriedOut: boolean;
}

/** A step as the person has written it. `id`: the step of the plan that it is; absent for a new one. */
export type WrittenStep = Omit<PlanStep, 'id'> & { readonly id?: number };

/** What a person does with the plan that the view shows. `digest`: that of the plan as it was shown. */
export type PlanFromView =
  | {
      readonly type: 'approvePlan';
      readonly digest: string;
      /** The steps that the person has left out, by id. Default: none. */
      readonly without?: readonly number[];
      /** Whether the model forgets the conversation before it. Default: no. */
      readonly clears?: boolean;
    }
  /** Writes another version: the steps that are still to be done. */
  | { readonly type: 'changePlan'; readonly digest: string; readonly steps: readonly WrittenStep[] }
  /** Carries out what was approved, from the first step that is not finished. */
  | { readonly type: 'carryOutPlan' }
  | { readonly type: 'skipStep' }
  | { readonly type: 'giveUpPlan' };

/** The plan of the shown conversation has become another one; absent: there is none. */
export interface PlanToView {
  readonly type: 'plan';
  readonly plan?: ShownPlan;
}

import * as fc from 'fast-check';
import { isFinished } from '../../src/actors/protocol/plans/plan.js';
import type { PlanView } from '../../src/actors/protocol/plans/plan-view.js';
import type { EntryBody, EntryId, ThreadEntry } from '../../src/actors/protocol/thread.js';
import { foldPlan } from '../../src/actors/threads/plans/fold-plan.js';

/** A branch that grows. */
export class Branch {
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
export const proposal = fc.record({ goal: text, steps: fc.array(newStep, { minLength: 1, maxLength: 40 }) });

/** Carries out what is proposed up to a step, some of it skipped. */
export function carryOut(branch: Branch, skips: readonly boolean[]): void {
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

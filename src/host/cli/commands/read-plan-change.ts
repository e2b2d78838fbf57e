import { SettingsError } from '../../../actors/protocol/errors.js';
import { isFinished } from '../../../actors/protocol/plans/plan.js';
import type { PlanStepView, PlanView } from '../../../actors/protocol/plans/plan-view.js';
import type { PlanProposal } from '../../../actors/threads/plans/draft-plan.js';

/** What a person types about a plan. */
export type PlanCommand =
  | { readonly kind: 'show' | 'approve' | 'go' | 'skip' | 'abort' }
  /** `isClear`: with a cleared window. */
  | { readonly kind: 'approve'; readonly isClear: true }
  | { readonly kind: 'comment'; readonly text: string }
  /** A step whose text is to be put into the input line. */
  | { readonly kind: 'propose'; readonly number: number }
  | { readonly kind: 'change'; readonly change: PlanChange };

type PlanChange =
  | { readonly kind: 'edit'; readonly number: number; readonly text: string }
  | { readonly kind: 'drop'; readonly number: number }
  | { readonly kind: 'move'; readonly number: number; readonly to: number }
  | { readonly kind: 'add'; readonly text: string };

const WORDS: Readonly<Record<string, PlanCommand>> = {
  '': { kind: 'show' },
  y: { kind: 'approve' },
  yes: { kind: 'approve' },
  'y clear': { kind: 'approve', isClear: true },
  go: { kind: 'go' },
  retry: { kind: 'go' },
  skip: { kind: 'skip' },
  abort: { kind: 'abort' },
};

/** What a person has typed about a plan; `undefined` when it is nothing of that kind. */
export function readPlanCommand(typed: string): PlanCommand | undefined {
  const text = typed.trim();
  const word = Object.hasOwn(WORDS, text) ? WORDS[text] : undefined;
  if (word !== undefined) return word;
  const [, letter = '', rest = ''] = /^([edmac])\s+(.+)$/s.exec(text) ?? [];
  if (letter === 'c') return { kind: 'comment', text: rest };
  if (letter === 'a') return { kind: 'change', change: { kind: 'add', text: rest } };
  const [, first, second = ''] = /^(\d{1,3})(?:\s+(.*))?$/s.exec(rest) ?? [];
  if (first === undefined) return undefined;
  const number = Number(first);
  if (letter === 'e')
    return second === ''
      ? { kind: 'propose', number }
      : { kind: 'change', change: { kind: 'edit', number, text: second } };
  if (letter === 'd' && second === '') return { kind: 'change', change: { kind: 'drop', number } };
  if (letter === 'm' && /^\d{1,3}$/.test(second))
    return { kind: 'change', change: { kind: 'move', number, to: Number(second) } };
  return undefined;
}

// Between what is to be done and what is expected of it.
const BETWEEN = ' | ';

/** A step as it is typed. */
export function writeStep({ description, expectedOutcome }: PlanStepView): string {
  return `${description}${BETWEEN}${expectedOutcome}`.replace(/\s+/g, ' ');
}

/** The step of a number that can still be changed. Errors: `SettingsError`. */
export function findStep({ steps }: PlanView, number: number): PlanStepView {
  const step = steps[number - 1];
  if (step === undefined) throw wrong(`The plan has no step ${number}: it has ${steps.length}.`);
  if (isFinished(step)) throw wrong(`Step ${number} is ${step.status}: it stays as it was.`);
  return step;
}

/** What is left of a plan after a change. Numbers are those of the whole plan. Errors: `SettingsError`. */
export function changePlan(plan: PlanView, change: PlanChange): PlanProposal {
  const open = plan.steps.filter((step) => !isFinished(step));
  if (change.kind === 'add') {
    const [description = '', expectedOutcome] = splitStep(change.text);
    if (expectedOutcome === undefined)
      throw wrong(`Say what is expected of the step as well: a DESCRIPTION${BETWEEN}OUTCOME`);
    return { steps: [...open, { description, expectedOutcome }] };
  }
  const step = findStep(plan, change.number);
  const others = open.filter((one) => one !== step);
  if (change.kind === 'drop') return { steps: others };
  if (change.kind === 'edit') {
    const [description = '', expectedOutcome = step.expectedOutcome] = splitStep(change.text);
    return { steps: open.map((one) => (one === step ? { id: step.id, description, expectedOutcome } : one)) };
  }
  const finished = plan.steps.length - open.length;
  const to = change.to - 1 - finished;
  if (to < 0 || to >= open.length)
    throw wrong(
      `A step can be moved to the places ${finished + 1} to ${plan.steps.length}, got ${change.to}.`,
    );
  return { steps: others.toSpliced(to, 0, step) };
}

function splitStep(text: string): readonly string[] {
  const at = text.indexOf(BETWEEN);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + BETWEEN.length)];
}

function wrong(message: string): SettingsError {
  return new SettingsError(message, { setting: 'plan' });
}

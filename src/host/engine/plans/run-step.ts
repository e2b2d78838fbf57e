import type { AgentMode, TurnOutcome } from '../../../actors/protocol/agent.js';
import type { StepEnd } from '../../../actors/protocol/plans/plan.js';
import type { PlanStepView, PlanView } from '../../../actors/protocol/plans/plan-view.js';
import type { EntryOf, StepPlace, ThreadEntry, TurnId } from '../../../actors/protocol/thread.js';
import { findOpenTurn } from '../../../actors/threads/open-turn.js';
import { askForVerdict, describeStep } from '../../../actors/threads/plans/describe-plan.js';
import { findVerdict, type StepVerdict } from '../../../actors/threads/plans/find-verdict.js';
import type { StepOptions } from './step-options.js';

/** What a plan needs of a turn. */
interface StepTurn {
  readonly id: TurnId;
  result(): Promise<TurnOutcome>;
  cancel(): void;
}

/** What a plan needs of its thread. */
export interface StepThread {
  readonly branch: readonly ThreadEntry[];
  /** The running turn. */
  readonly turn: StepTurn | undefined;
  /** Begins a turn with a message, at once. Errors: `EngineBusyError`, `DisposedError`. */
  begin(
    text: string,
    options: StepOptions & { readonly mode: AgentMode },
    more: { readonly step: StepPlace },
  ): StepTurn;
  /** Continues the turn that was interrupted; `undefined` when only its end was missing. */
  resume(options: StepOptions): StepTurn | undefined;
  /** Errors: `EngineBusyError` while something runs; `DisposedError`. */
  expectIdle(): void;
}

// As much as a person reads of what went wrong. Units: UTF-16 units.
const MAX_RESULT_CHARS = 2_000;

/**
 * Carries out a step of a plan, or what is left of it after the program ended: a turn, and a second one where the first has
 * ended without a verdict. Resolves to what the thread records of it. `before`: the plan as it was when the run began.
 */
export async function runStep(
  thread: StepThread,
  options: StepOptions,
  before: PlanView,
  step: PlanStepView,
  signal: AbortSignal,
): Promise<StepEnd> {
  const place = { plan: before.id, step: step.id };
  let turn = step.status === 'running' ? continueTurn(thread, options, place) : undefined;
  if (turn === 'is over') {
    const began = findTurn(thread.branch, place);
    const verdict = began?.turn === undefined ? undefined : findVerdict(thread.branch, began.turn);
    if (verdict !== undefined) return endOf(verdict);
    turn = undefined;
  }
  let outcome: TurnOutcome | undefined;
  let text = describeStep(before, step, findTry(thread.branch, place));
  for (let tries = 0; tries < 2; tries++) {
    // A message that the person has sent meanwhile is answered first.
    if (turn === undefined) await waitForOthers(thread);
    if (signal.aborted) break;
    turn ??= thread.begin(text, { ...options, mode: 'agent' }, { step: place });
    outcome = await turn.result();
    const verdict = findVerdict(thread.branch, turn.id);
    if (outcome.type === 'error' && outcome.code === 'CANCELLED') return failedWith(outcome);
    if (verdict !== undefined) return endOf(verdict);
    if (outcome.type === 'error') return failedWith(outcome);
    turn = undefined;
    text = askForVerdict();
  }
  return signal.aborted
    ? { status: 'failed', failure: 'stopped', result: 'It was stopped.' }
    : {
        status: 'failed',
        failure: 'no verdict',
        ...resultOf(outcome?.type === 'answer' ? outcome.content : ''),
      };
}

async function waitForOthers(thread: StepThread): Promise<void> {
  for (let other = thread.turn; other !== undefined; other = thread.turn) await other.result();
}

/** The turn of a step that the end of the program has interrupted, running again. */
function continueTurn(
  thread: StepThread,
  options: StepOptions,
  place: StepPlace,
): StepTurn | 'is over' | undefined {
  const open = findOpenTurn(thread.branch);
  if (open !== undefined && isOf(open.began, place)) return thread.resume(options) ?? 'is over';
  return findTurn(thread.branch, place) === undefined ? undefined : 'is over';
}

/** The newest turn of a step since it began the last time: an earlier try says nothing about this one. */
function findTurn(branch: readonly ThreadEntry[], place: StepPlace): EntryOf<'turn_began'> | undefined {
  const found = branch.findLast(
    (entry) =>
      (entry.kind === 'turn_began' && isOf(entry, place)) ||
      (entry.kind === 'step' && entry.status === 'running' && entry.step === place.step),
  );
  return found?.kind === 'turn_began' ? found : undefined;
}

/** How the step has ended when it was tried before. */
function findTry(branch: readonly ThreadEntry[], { plan, step }: StepPlace): StepEnd | undefined {
  const found = branch.findLast(
    (entry) =>
      entry.kind === 'step' && entry.plan === plan && entry.step === step && entry.status !== 'running',
  );
  return found?.kind === 'step' && found.status !== 'running' ? found : undefined;
}

function isOf({ step }: EntryOf<'turn_began'>, place: StepPlace): boolean {
  return step?.plan === place.plan && step.step === place.step;
}

function endOf({ isMet, observed }: StepVerdict): StepEnd {
  return isMet
    ? { status: 'completed', ...resultOf(observed) }
    : { status: 'failed', failure: 'not met', ...resultOf(observed) };
}

function failedWith({ code, message }: Extract<TurnOutcome, { type: 'error' }>): StepEnd {
  const failure = code === 'CANCELLED' ? 'stopped' : code === 'MAX_ITERATIONS' ? 'limit' : 'error';
  return { status: 'failed', failure, ...resultOf(message) };
}

function resultOf(text: string): Pick<StepEnd, 'result'> {
  const result = text.trim();
  if (result === '') return {};
  return {
    result:
      result.length <= MAX_RESULT_CHARS ? result : `${result.slice(0, MAX_RESULT_CHARS).toWellFormed()}…`,
  };
}

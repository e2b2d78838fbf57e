import type { AgentEvent, TurnOutcome } from '../../../actors/protocol/agent.js';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { PlanView } from '../../../actors/protocol/plans/plan-view.js';
import type { ThreadEntry } from '../../../actors/protocol/thread.js';
import type { ThreadEvent } from '../../../actors/threads/thread-record.js';
import { TurnFeed } from '../../../actors/threads/turn-feed.js';
import type { PlanRun } from '../../engine/plans/plan-run.js';
import type { Thread } from '../../engine/thread.js';
import { addRemedy, type NextMessage } from './add-remedy.js';
import type { TurnScreen } from './turn-screen.js';

/** How a run of steps has ended. `outcome`: the end of its last turn; absent when none has begun. */
export interface PlanOutcome {
  readonly plan: PlanView;
  readonly outcome?: TurnOutcome;
}

/** Carries out steps of a plan, and shows their turns. Errors: those of `begin`; `ThreadStoreError`. */
export async function runPlan(
  thread: Thread,
  begin: () => PlanRun,
  {
    screen,
    signal,
    next,
    onStep,
  }: {
    readonly screen: TurnScreen;
    readonly signal: AbortSignal;
    readonly next: NextMessage;
    /** Called when a step begins, with its id. */
    readonly onStep: (step: number) => Promise<void>;
  },
): Promise<PlanOutcome> {
  const past = thread.branch.slice();
  const newest = thread.entries.at(-1)?.id;
  const events = thread.subscribe(omitUndefined({ after: newest }));
  let run: PlanRun;
  try {
    run = begin();
  } catch (error) {
    await events.return?.();
    throw error;
  }
  const stop = (): void => {
    run.stop();
  };
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  let outcome: TurnOutcome | undefined;
  const show = async (event: AgentEvent): Promise<void> => {
    const told = addRemedy(event, next);
    if (told.type === 'answer' || told.type === 'error') outcome = told;
    await screen.show(told);
    if (screen.isGone) stop();
  };
  try {
    let feed: TurnFeed | undefined;
    for await (const event of events) {
      if (event.type === 'entry' && event.entry.kind === 'turn_began' && event.entry.turn !== undefined)
        feed = new TurnFeed(event.entry.turn);
      if (event.type === 'entry' && event.entry.kind === 'step' && event.entry.status === 'running')
        await onStep(event.entry.step);
      feed ??= resumeFeed(thread, past);
      for (const taken of feed?.take(event) ?? []) await show(taken);
      const ended = toStepEnd(event);
      if (ended !== undefined) await show(ended);
      if (isLast(event)) break;
    }
    const plan = await run.result();
    return { plan, ...omitUndefined({ outcome }) };
  } finally {
    signal.removeEventListener('abort', stop);
    await events.return?.();
  }
}

/** The feed of a turn that was interrupted, and goes on; `undefined` while there is none. */
function resumeFeed({ turn }: Thread, past: readonly ThreadEntry[]): TurnFeed | undefined {
  const began = past.findIndex((entry) => entry.kind === 'turn_began' && entry.turn === turn?.id);
  if (turn === undefined || began === -1) return undefined;
  const feed = new TurnFeed(turn.id);
  feed.resume(past.slice(began + 1));
  return feed;
}

function toStepEnd(event: ThreadEvent): Extract<AgentEvent, { type: 'step_complete' }> | undefined {
  if (event.type !== 'entry' || event.entry.kind !== 'step' || event.entry.status === 'running')
    return undefined;
  const { step, status, result, failure } = event.entry;
  return {
    type: 'step_complete',
    step,
    status,
    ...omitUndefined({ result, failure }),
  };
}

/** Whether nothing more is carried out behind an entry: the plan has ended, or waits. */
function isLast(event: ThreadEvent): boolean {
  if (event.type !== 'entry') return false;
  const { entry } = event;
  return entry.kind === 'plan_ended' || (entry.kind === 'step' && entry.status === 'failed');
}

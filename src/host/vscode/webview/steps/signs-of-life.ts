import type { LiveState } from '../../../../actors/threads/live-state.js';
import type { CallState, TurnView } from '../../../../actors/threads/turn-view.js';

const OPEN: ReadonlySet<CallState> = new Set(['requested', 'judging', 'waiting', 'allowed', 'running']);

/**
 * What shows that a running turn is alive: its `steps`, or the `draft` that streams in. `nothing`: neither does.
 */
export function findSignOfLife({ steps }: TurnView, { draft }: LiveState): 'steps' | 'draft' | 'nothing' {
  const isAtWork = steps.some((step) => step.kind === 'call' && OPEN.has(step.state));
  if (isAtWork) return 'steps';
  // Thinking that streams in says so itself.
  return draft.length === 0 ? 'nothing' : draft.at(-1)?.channel === 'reasoning' ? 'steps' : 'draft';
}

/** Whether a turn that was answered has nothing to read as its answer. */
export function hasNoAnswer({ state, steps }: TurnView): boolean {
  return state === 'answered' && !steps.some((step) => step.kind === 'text' && step.role === 'answer');
}

/**
 * Whether an interrupted turn can go on where it was: the calls of its last reply are there to go on from. A reply that
 * broke off in the middle is not.
 */
export function canResume({ state, beganAt, steps }: TurnView): boolean {
  const last = steps.at(-1);
  const isBroken = last?.kind === 'reasoning' || (last?.kind === 'text' && last.role === 'partial');
  return state === 'interrupted' && beganAt !== undefined && !isBroken;
}

import type { EntryId } from '../../../../actors/protocol/thread.js';
import type { UnsentMessage } from '../../../../actors/protocol/ui.js';
import type { LiveState } from '../../../../actors/threads/live-state.js';
import type { TurnStep, TurnView } from '../../../../actors/threads/turn-view.js';
import type { State } from './state.js';

/** One item that a turn shows. `isDraft`: the reply that it is part of is still streaming in. */
export type ShownStep =
  | TurnStep
  | { readonly kind: 'text'; readonly role: 'draft'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string; readonly isDraft: true };

/** The turns of the thread, and after them the messages that are not in it yet, each as the turn that it may become. */
export function listShownTurns({ turns, unsent }: Pick<State, 'turns' | 'unsent'>): readonly TurnView[] {
  // While a turn runs, a message is queued, which the composer shows.
  const isBusy = turns.at(-1)?.state === 'running';
  const added = isBusy ? unsent.filter(({ error }) => error !== undefined) : unsent;
  return added.length === 0 ? turns : [...turns, ...added.map(toTurn)];
}

/** The steps of a turn, and what is streamed into it. */
export function listShownSteps(
  { steps, state }: TurnView,
  { draft }: Pick<LiveState, 'draft'>,
): readonly ShownStep[] {
  const read = steps.some(isQueued) ? steps.filter((step) => !isQueued(step)) : steps;
  if (state !== 'running' || draft.length === 0) return read;
  const drafts = draft.map(({ channel, text }): ShownStep => {
    return channel === 'reasoning'
      ? { kind: 'reasoning', text, isDraft: true }
      : { kind: 'text', role: 'draft', text };
  });
  return [...read, ...drafts];
}

/** Whether the model has not read a message, which the composer shows until then. */
function isQueued(step: TurnStep): boolean {
  return step.kind === 'message' && step.isUnread === true;
}

function toTurn({ message, error }: UnsentMessage): TurnView {
  const attachments = message?.attachments.map((ref) => ({ ref })) ?? [];
  return {
    id: undefined,
    ...(message === undefined
      ? {}
      : { message: { entry: '' as EntryId, text: message.text, attachments, at: 0 } }),
    state: error === undefined ? 'running' : 'failed',
    ...(error === undefined ? {} : { error }),
    steps: [],
    usage: { inputTokens: 0, outputTokens: 0 },
  };
}

import { omitUndefined } from '../../../../actors/protocol/json/omit-undefined.js';
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

type Shown = Pick<State, 'turns' | 'firstTurn' | 'unsent'>;

const turnsOfUnsent = new WeakMap<UnsentMessage, TurnView>();

/** The number after that of the last turn. */
export function endOfTurns(shown: Shown): number {
  return shown.firstTurn + shown.turns.length + listAdded(shown).length;
}

/**
 * The turn of a number: one of the thread, or after them a message that is not in it yet, as the turn that it may
 * become.
 */
export function turnOf(shown: Shown, number: number): TurnView | undefined {
  const { turns, firstTurn } = shown;
  const index = number - firstTurn;
  if (index < 0) return undefined;
  if (index < turns.length) return turns.at(index);
  const message = listAdded(shown)[index - turns.length];
  return message === undefined ? undefined : toTurn(message);
}

/** The messages that are shown as turns. While a turn runs, a message is queued, which the composer shows. */
function listAdded({ turns, unsent }: Shown): readonly UnsentMessage[] {
  const isBusy = turns.last?.state === 'running';
  return isBusy ? unsent.filter(({ error }) => error !== undefined) : unsent;
}

/** What identifies a turn even after a reload; `undefined` for a message that is not in the thread yet. */
export function idOfTurn({ id, message }: TurnView): string | undefined {
  return id ?? (message?.entry === '' ? undefined : message?.entry);
}

/** The number of the turn of an id. Cost: the number of turns. */
export function findTurn({ turns, firstTurn }: Shown, id: string): number | undefined {
  const index = [...turns].findIndex((turn) => idOfTurn(turn) === id);
  return index < 0 ? undefined : firstTurn + index;
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

/** The same object for the same message, which then need not be drawn again. */
function toTurn(unsent: UnsentMessage): TurnView {
  const known = turnsOfUnsent.get(unsent);
  if (known !== undefined) return known;
  const { message, error } = unsent;
  const attachments = message?.attachments.map((ref) => ({ ref })) ?? [];
  const turn: TurnView = {
    id: undefined,
    ...(message === undefined
      ? {}
      : { message: { entry: '' as EntryId, text: message.text, attachments, at: 0 } }),
    state: error === undefined ? 'running' : 'failed',
    ...omitUndefined({ error }),
    steps: [],
    usage: { inputTokens: 0, outputTokens: 0 },
  };
  turnsOfUnsent.set(unsent, turn);
  return turn;
}

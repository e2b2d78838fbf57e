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
export function endOfTurns({ turns, firstTurn, unsent }: Shown): number {
  return firstTurn + turns.length + unsent.length;
}

/**
 * The turn of a number: one of the thread, or after them a message that is not in it yet, as the turn that it may
 * become.
 */
export function turnOf({ turns, firstTurn, unsent }: Shown, number: number): TurnView | undefined {
  const index = number - firstTurn;
  if (index < 0) return undefined;
  if (index < turns.length) return turns.at(index);
  const message = unsent[index - turns.length];
  return message === undefined ? undefined : toTurn(message);
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
  if (state !== 'running' || draft.length === 0) return steps;
  const drafts = draft.map(({ channel, text }): ShownStep => {
    return channel === 'reasoning'
      ? { kind: 'reasoning', text, isDraft: true }
      : { kind: 'text', role: 'draft', text };
  });
  return [...steps, ...drafts];
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
    ...(error === undefined ? {} : { error }),
    steps: [],
    usage: { inputTokens: 0, outputTokens: 0 },
  };
  turnsOfUnsent.set(unsent, turn);
  return turn;
}

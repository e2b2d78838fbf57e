import type { UserMessage } from '../../../../actors/protocol/ui.js';
import type { TurnView } from '../../../../actors/threads/turn-view.js';
import { draftOf } from './draft.js';
import type { State } from './state.js';

/** The messages that the model has, the newest first; one that was sent twice in a row is there once. */
function listSent(turns: Iterable<TurnView>): readonly UserMessage[] {
  const messages = [...turns].flatMap(({ message, steps }) => [
    ...(message === undefined ? [] : [message]),
    ...steps.flatMap((step) => (step.kind === 'message' && step.isUnread !== true ? [step] : [])),
  ]);
  return messages
    .filter(({ text }, index) => text.trim() !== '' && text !== messages[index - 1]?.text)
    .map(({ text, attachments }) => ({ text, attachments: attachments.map(({ ref }) => ref) }))
    .reverse();
}

/** Whether the box holds a message that was brought back, as it was. */
export function isRecalled({ recalled, draft }: Pick<State, 'recalled' | 'draft'>): boolean {
  return recalled !== undefined && draft.text === recalled.text;
}

/** The state with an older or a newer message in the box; behind the newest one, the box is empty. */
export function recall(state: State, move: 'older' | 'newer'): State {
  const sent = listSent(state.turns);
  const at = isRecalled(state) ? (state.recalled?.index ?? -1) : -1;
  const index = move === 'older' ? Math.min(at + 1, sent.length - 1) : at - 1;
  if (index === at) return state;
  const draft = draftOf(sent[index] ?? { text: '', attachments: [] });
  return {
    ...state,
    draft,
    recalled: index < 0 ? undefined : { index, text: draft.text },
    caret: { at: draft.text.length },
    search: undefined,
  };
}

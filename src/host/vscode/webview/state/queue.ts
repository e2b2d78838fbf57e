import type { Attachment, AttachmentRef } from '../../../../actors/protocol/attachment.js';
import type { EntryId } from '../../../../actors/protocol/thread.js';
import type { UserMessage } from '../../../../actors/protocol/ui.js';
import { draftOf } from './draft.js';
import type { State } from './state.js';

/** A message that the model has not read. */
export interface QueuedMessage {
  /** `undefined` while it is on its way into the thread. */
  readonly entry: EntryId | undefined;
  readonly text: string;
  readonly attachments: readonly AttachmentRef[];
}

/** The messages that wait for the model's next step, oldest first. */
export function listQueued({ turns, unsent }: Pick<State, 'turns' | 'unsent'>): readonly QueuedMessage[] {
  const last = turns.at(-1);
  const waiting = (last?.steps ?? []).flatMap((step) =>
    step.kind === 'message' && step.isUnread === true
      ? [{ entry: step.entry, text: step.text, attachments: step.attachments.map(refOf) }]
      : [],
  );
  // Without a turn that runs, a message begins one.
  const coming = last?.state !== 'running' ? [] : unsent.filter(({ error }) => error === undefined);
  return [
    ...waiting,
    ...coming.flatMap(({ message }) => (message === undefined ? [] : [{ entry: undefined, ...message }])),
  ];
}

/** The state in which a message that was taken back is in the box again, before what is written there. */
export function editWithdrawn(state: State, entry: EntryId): State {
  const message = listQueued(state).find((queued) => queued.entry === entry);
  if (message === undefined || !state.editing.has(entry)) return state;
  return {
    ...putBack(state, message),
    editing: new Set([...state.editing].filter((other) => other !== entry)),
  };
}

/** The state in which a message is in the box again, before what is written there. */
export function putBack(state: State, message: UserMessage): State {
  const back = draftOf(message);
  const { draft } = state;
  const gap = back.text === '' || draft.text === '' ? '' : '\n';
  return {
    ...state,
    draft: {
      text: back.text + gap + draft.text,
      attachments: [...back.attachments, ...draft.attachments],
      mentions: [...back.mentions, ...draft.mentions],
    },
    caret: { at: back.text.length },
    focusCount: state.focusCount + 1,
  };
}

function refOf({ ref }: Attachment): AttachmentRef {
  return ref;
}

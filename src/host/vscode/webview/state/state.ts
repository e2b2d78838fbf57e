import type { UserMessage, ViewStatus } from '../../../../actors/protocol/ui.js';
import type { FilePlace, SearchHit } from '../../../../actors/protocol/workspace.js';
import { EMPTY_DRAFT, type Draft } from './draft.js';
import type { TypedMention } from './find-mention-at.js';
import type { TurnView } from './step.js';

/** The search for the mention that is being typed. */
export interface MentionSearch extends TypedMention {
  /** The id of the current query; answers to earlier ones are dropped. */
  readonly id: number;
  /** The latest hits; `undefined` before the first answer. */
  readonly hits: readonly SearchHit[] | undefined;
  /** The place in the file, when the query names one. */
  readonly place?: FilePlace | undefined;
  /** The index of the hit that Enter chooses. */
  readonly active: number;
}

/** Everything that the view draws, and what it must remember for that. */
export interface State {
  /** Incremented with each whole state from the extension, so that two conversations are never mixed. */
  readonly epoch: number;
  readonly turns: readonly TurnView[];
  /** `undefined` until the extension has sent it. */
  readonly status: ViewStatus | undefined;
  readonly draft: Draft;
  readonly search: MentionSearch | undefined;
  /** The highest query id so far. */
  readonly lastSearchId: number;
  /** The start of the mention whose list was closed; the list stays closed for this mention. */
  readonly closedAt: number | undefined;
  /** The message that was sent and is not part of a turn yet. */
  readonly sending: UserMessage | undefined;
  /** Where to put the caret after the view has changed the text; a new object each time. */
  readonly caret: { readonly at: number } | undefined;
  /** Incremented each time that the message box should take the focus. */
  readonly focusCount: number;
}

export const EMPTY_STATE: State = {
  epoch: 0,
  turns: [],
  status: undefined,
  draft: EMPTY_DRAFT,
  search: undefined,
  lastSearchId: 0,
  closedAt: undefined,
  sending: undefined,
  caret: undefined,
  focusCount: 0,
};

export function isRunning({ turns }: State): boolean {
  return turns.at(-1)?.state === 'running';
}

/** The call that waits for approval, if any. */
export function findWaitingCall({ turns }: State): string | undefined {
  const step = turns.at(-1)?.steps.find((one) => one.kind === 'tool' && one.state === 'waiting');
  return step?.kind === 'tool' ? step.callId : undefined;
}

/** Whether a message can be sent now. */
export function canSendMessage(state: State): boolean {
  const { status, sending } = state;
  return status !== undefined && status.problem === undefined && sending === undefined && !isRunning(state);
}

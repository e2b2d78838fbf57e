import type { UserMessage, ViewStatus } from '../../../../actors/protocol/ui.js';
import type { FilePlace, SearchHit } from '../../../../actors/protocol/workspace.js';
import { EMPTY_DRAFT, type Draft } from './draft.js';
import type { TypedMention } from './mention-at.js';
import type { TurnView } from './step.js';

/** The search for the mention that is being typed. */
export interface MentionSearch extends TypedMention {
  /** The query that counts: answers to older ones are late. */
  readonly id: number;
  /** The newest answer; until the first one there is none. */
  readonly hits: readonly SearchHit[] | undefined;
  /** Where in the file, when the query said so. */
  readonly place?: FilePlace | undefined;
  /** Which hit Enter would choose. */
  readonly active: number;
}

/** All that the view draws, and what it must remember to do so. */
export interface State {
  /** Grows with each whole state that is told, so that nothing of one conversation is drawn into another. */
  readonly epoch: number;
  readonly turns: readonly TurnView[];
  /** `undefined` until the extension has told. */
  readonly status: ViewStatus | undefined;
  readonly draft: Draft;
  readonly search: MentionSearch | undefined;
  /** The highest id that a query had. */
  readonly lastSearchId: number;
  /** Where the mention starts whose search was closed: it stays closed for this mention. */
  readonly closedAt: number | undefined;
  /** The message that was sent and has not become a turn yet. */
  readonly sending: UserMessage | undefined;
  /** Where the caret must go after the text was changed by the view: a new object for each time. */
  readonly caret: { readonly at: number } | undefined;
  /** How often the message box was asked to take the focus. */
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

/** The call that waits for an answer, if one does. */
export function waitingCall({ turns }: State): string | undefined {
  const step = turns.at(-1)?.steps.find((one) => one.kind === 'tool' && one.state === 'waiting');
  return step?.kind === 'tool' ? step.callId : undefined;
}

/** Whether a message may be sent now. */
export function canAsk(state: State): boolean {
  const { status, sending } = state;
  return status !== undefined && status.problem === undefined && sending === undefined && !isRunning(state);
}

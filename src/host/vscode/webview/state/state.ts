import type { ShownPlan } from '../../../../actors/protocol/plans/plan-messages.js';
import type { EntryId } from '../../../../actors/protocol/thread.js';
import type {
  ChangedFile,
  MentionOffer,
  UnsentMessage,
  UserMessage,
  ViewOwnCommand,
  ViewStatus,
} from '../../../../actors/protocol/ui.js';
import type { FilePlace, SearchHit } from '../../../../actors/protocol/workspace.js';
import { type LiveState, NOTHING_LIVE } from '../../../../actors/threads/live-state.js';
import { TurnList } from '../../../../actors/threads/turn-list.js';
import { type ChatDrafts, NO_DRAFTS } from './chat-drafts.js';
import { EMPTY_DRAFT, type Draft } from './draft.js';
import type { TypedMention } from './find-mention-at.js';
import type { MentionItem } from './mention-items.js';
import { type MemoryState, NO_MEMORY } from './memory-state.js';
import type { SlashCommand } from './slash-commands.js';

/** The search for the mention that is being typed, or the list of commands. */
export interface MentionSearch extends TypedMention {
  /** The id of the current query; answers to earlier ones are dropped. */
  readonly id: number;
  /** The latest hits; `undefined` before the first answer. */
  readonly hits: readonly SearchHit[] | undefined;
  /** What the mention may mean besides the hits. */
  readonly offers: readonly MentionOffer[];
  /** The place in the file, when the query names one. */
  readonly place?: FilePlace | undefined;
  /** The lines of the list. */
  readonly items: readonly MentionItem[];
  /** The index of the line that Enter chooses. */
  readonly active: number;
  /** The person has moved to that line since the query began: it stays active wherever the next part of the answer puts it. */
  readonly hasMoved?: boolean;
  /** Present in a list of commands, for which nothing is searched. */
  readonly commands?: readonly SlashCommand[];
}

/** Everything that the view draws, and what it must remember for that. */
export interface State {
  /** Incremented with each whole state from the extension, so that two conversations are never mixed. */
  readonly epoch: number;
  /** What the entries of the thread say. */
  readonly turns: TurnList;
  /** The number of the first of them. Turns keep their numbers when earlier ones arrive, whose numbers are negative. */
  readonly firstTurn: number;
  /** Whether the thread has earlier turns that are still to arrive. */
  readonly hasEarlier: boolean;
  /** The texts so far of replies that are too long for one message, by entry and field. */
  readonly longTexts: ReadonlyMap<string, string>;
  /** What is streamed and in no entry yet. */
  readonly live: LiveState;
  /** Messages that are not in the thread yet. */
  readonly unsent: readonly UnsentMessage[];
  /** The calls that the person has answered about; the entries will say so. */
  readonly answered: ReadonlySet<string>;
  /** `undefined` until the extension has sent it. */
  readonly status: ViewStatus | undefined;
  /** The files with changes that the person has neither kept nor undone. */
  readonly changedFiles: readonly ChangedFile[];
  /** `undefined`: the conversation has none. */
  readonly plan: ShownPlan | undefined;
  /** The commands of people's own, as far as they are known. */
  readonly ownCommands: readonly ViewOwnCommand[];
  readonly draft: Draft;
  readonly drafts: ChatDrafts;
  readonly search: MentionSearch | undefined;
  /** The highest query id so far. */
  readonly lastSearchId: number;
  /** The start of the mention whose list was closed; the list stays closed for this mention. */
  readonly closedAt: number | undefined;
  /** The message of the conversation that was brought back to the box: its number from the newest, and its text. */
  readonly recalled: { readonly index: number; readonly text: string } | undefined;
  /** The queued messages that come back to the box once they are withdrawn. */
  readonly editing: ReadonlySet<EntryId>;
  /** Where code that was pasted goes, until the extension has said what it is. Units: UTF-16 units. */
  readonly pasting: { readonly start: number; readonly end: number } | undefined;
  /** Why something could not be attached, as a sentence. */
  readonly refusal: string | undefined;
  /** The message that was sent and that the extension has not confirmed yet. */
  readonly sending: UserMessage | undefined;
  /** Where to put the caret after the view has changed the text; a new object each time. */
  readonly caret: { readonly at: number } | undefined;
  /** Incremented each time that the message box should take the focus. */
  readonly focusCount: number;
  /** Incremented each time that the find bar should open and take the focus; 0 while it is closed. */
  readonly findCount: number;
  /** Chats, branches and moments. */
  readonly memory: MemoryState;
}

export const EMPTY_STATE: State = {
  epoch: 0,
  turns: TurnList.EMPTY,
  firstTurn: 0,
  hasEarlier: false,
  longTexts: new Map(),
  live: NOTHING_LIVE,
  unsent: [],
  answered: new Set(),
  status: undefined,
  changedFiles: [],
  plan: undefined,
  ownCommands: [],
  draft: EMPTY_DRAFT,
  drafts: NO_DRAFTS,
  search: undefined,
  lastSearchId: 0,
  closedAt: undefined,
  recalled: undefined,
  editing: new Set(),
  pasting: undefined,
  refusal: undefined,
  sending: undefined,
  caret: undefined,
  focusCount: 0,
  findCount: 0,
  memory: NO_MEMORY,
};

/** Whether a turn runs, or a message is on its way to start one. */
export function isTurnRunning({ turns, unsent }: State): boolean {
  return turns.at(-1)?.state === 'running' || unsent.some(({ error }) => error === undefined);
}

/** The call that waits for approval, if any. */
export function findWaitingCall({ turns, answered }: State): string | undefined {
  const step = turns
    .at(-1)
    ?.steps.find((one) => one.kind === 'call' && one.state === 'waiting' && !answered.has(one.callId));
  return step?.kind === 'call' ? step.callId : undefined;
}

/** Whether a message can be sent now, be it to a turn that runs. */
export function canSendMessage({ status, sending }: State): boolean {
  return status !== undefined && status.problem === undefined && sending === undefined;
}

/** Whether a message can start a turn now. */
export function canStartTurn(state: State): boolean {
  return canSendMessage(state) && !isTurnRunning(state);
}

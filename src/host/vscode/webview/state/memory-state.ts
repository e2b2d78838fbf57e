import type { JumpScope } from '../../../../actors/protocol/file-version.js';
import type { EntryId, ThreadId } from '../../../../actors/protocol/thread.js';
import type { ThreadHit } from '../../../../actors/protocol/thread-store.js';
import type {
  ChatList,
  MemoryToView,
  Moment,
  JumpPreview,
  ViewFork,
} from '../../../../actors/protocol/ui-memory.js';

/** A question to the person: whether to go back to a moment. */
export interface AskedJump {
  readonly moment: Moment;
  readonly scope: Extract<JumpScope, 'files' | 'both'>;
}

/** What the view knows of chats, branches and moments. */
export interface MemoryState {
  /** The messages of the branch that have alternatives. */
  readonly forks: ReadonlyMap<EntryId, ViewFork>;
  readonly isListShown: boolean;
  /** The newest list; `undefined` before the first one. */
  readonly list: ChatList | undefined;
  /** What is searched for in the list. */
  readonly query: string;
  /** The id of the current search; answers to earlier ones are dropped. */
  readonly searchId: number;
  /** The messages and answers that were found; `undefined` while they are searched for. */
  readonly hits: readonly ThreadHit[] | undefined;
  /** The chat that was moved to the trash last, while the list is shown. */
  readonly justDeleted: { readonly id: ThreadId; readonly title: string } | undefined;
  /** The message that is being edited in its place. */
  readonly editing: EntryId | undefined;
  readonly asked: AskedJump | undefined;
  /** What the jump that is asked about, or that may go with the edit, would do; `undefined` until that is known. */
  readonly plan: JumpPreview | undefined;
  /** The place to scroll to as soon as it is there. */
  readonly goTo: Omit<Extract<MemoryToView, { type: 'goTo' }>, 'type'> | undefined;
}

export const NO_MEMORY: MemoryState = {
  forks: new Map(),
  isListShown: false,
  list: undefined,
  query: '',
  searchId: 0,
  hits: undefined,
  justDeleted: undefined,
  editing: undefined,
  asked: undefined,
  plan: undefined,
  goTo: undefined,
};

/** What the person does with chats, branches and moments beyond messages to the extension. */
export type MemoryAction =
  | { readonly type: 'closeChats' }
  | { readonly type: 'typeChatQuery'; readonly query: string }
  /** Begins to edit a message in its place. Default for `entry`: ends that. */
  | { readonly type: 'editInPlace'; readonly entry?: EntryId }
  /** Edits the last message in its place. */
  | { readonly type: 'editLast' }
  /** Asks whether to go back to a moment. Default for `asked`: not any more. */
  | { readonly type: 'askJump'; readonly asked?: AskedJump }
  /** The place to scroll to has been reached. */
  | { readonly type: 'arrived' };

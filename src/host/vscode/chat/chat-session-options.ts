import type { AgentMode } from '../../../actors/protocol/agent.js';
import type { EntryOf, ThreadId } from '../../../actors/protocol/thread.js';
import type { ThreadStore } from '../../../actors/protocol/thread-store.js';
import type { ToView } from '../../../actors/protocol/ui.js';
import type { Clock } from '../../../actors/runtime/clock.js';
import type { Claim } from '../../node/threads/thread-lock.js';
import type { TurnOptions } from '../../engine/turn-options.js';
import type { Chat, ChatActivity, ChatEngine } from './chat.js';

/** The store of the chat's threads, which several windows may use. */
export interface ChatStore extends Pick<ThreadStore, 'read'> {
  /** Whether another living process writes to the thread. */
  isHeldElsewhere(thread: ThreadId): Promise<boolean>;
  /** Claims the thread for this window, before it is read to be continued. */
  claim(thread: ThreadId): Promise<Claim>;
  /** Takes the thread over from the process that holds it, unless `isBusy`. Resolves to whether it is held here now. */
  take(thread: ThreadId, isBusy: () => Promise<boolean>): Promise<boolean>;
  /** Lets other processes write to the thread. */
  release?(thread: ThreadId): Promise<void>;
}

export interface ChatSessionOptions {
  readonly clock: Clock;
  readonly store: ChatStore;
  /** The thread that was open last. */
  readonly last: {
    read(): Promise<ThreadId | undefined>;
    write(thread: ThreadId | undefined): Promise<void>;
  };
  /** The mode that the person chose in an earlier window. */
  readonly chosenMode: AgentMode | undefined;
  /** The engine, with the store. Errors: the reason why there is none. */
  readonly openEngine: () => Promise<ChatEngine>;
  /**
   * Asks the person how a chat goes on that another window or program has open; `undefined`: not now. `isRunning`: whether a
   * turn runs there, so that it cannot go on here.
   */
  readonly askElsewhere: (isRunning: boolean) => Promise<'here' | 'copy' | undefined>;
  /** Makes a copy of a thread. Resolves to its id. Errors: those of the store. */
  readonly copyThread: (thread: ThreadId) => Promise<ThreadId>;
  /**
   * The model, mode and limits of a turn that begins now, in a certain mode or the chosen one. Errors: the reason why
   * there is no model.
   */
  readonly turnOptions: (mode?: AgentMode) => Promise<TurnOptions>;
  /** Sends a message to the view, if there is one. */
  readonly post: (message: ToView) => void;
  /** Sends the whole state to the view, if there is one. */
  readonly postState: () => void;
  readonly saveMode: (mode: AgentMode | undefined) => void;
  /** Called when calls start or stop waiting for approval. */
  readonly onWaiting: (isWaiting: boolean) => void;
  /** Called with what goes on in the shown conversation: after each message and entry, those of others included. */
  readonly onActivity?: (activity: ChatActivity) => void;
  /** Called with the end of each turn. `background`: the conversation that it belongs to, if it is not the shown one. */
  readonly onEnded?: (end: EntryOf<'turn_ended'>, background?: Pick<Chat, 'id' | 'title'>) => void;
  /** Called with what a log says of each turn that has ended. */
  readonly onTurnEnd: (line: string) => void;
  /** Reports a failure that no caller awaits. */
  readonly onProblem: (what: string, error: unknown) => void;
}

import type { ThreadId } from '../../../actors/protocol/thread.js';
import type { ChatSession } from '../chat/chat-session.js';
import type { AgentTerminals } from '../terminals/agent-terminals.js';
import { askAboutTerminals, type LeaveQuestion } from './ask-about-terminals.js';

interface ConversationsOptions {
  readonly session: Pick<ChatSession, 'activity' | 'threadId' | 'newChat' | 'open'>;
  readonly terminals: Pick<AgentTerminals, 'list' | 'end'>;
  /** Asks what becomes of what runs in a chat's terminals. Resolves to `undefined` when the chat is to stay. */
  readonly ask: (question: LeaveQuestion) => Promise<'end' | 'keep' | undefined>;
  /** Called when an empty conversation is shown. */
  readonly onNew: () => void;
}

/**
 * Leaves the conversation that is shown, for an empty or a stored one. It stays in the store, and its turn goes on with
 * its terminals. When no turn runs in it, its terminals end; where a command runs in one, the person is asked before.
 */
export class Conversations {
  readonly #options: ConversationsOptions;

  constructor(options: ConversationsOptions) {
    this.#options = options;
  }

  /** Starts an empty conversation; the chosen mode stays. Resolves to whether it did. */
  async create(): Promise<boolean> {
    const { session, onNew } = this.#options;
    if (!(await this.#mayLeave())) return false;
    session.newChat();
    onNew();
    return true;
  }

  /** Shows a conversation of the store. Resolves to whether it is shown. Default: the one that is shown. */
  async open(id: ThreadId | undefined): Promise<boolean> {
    const { session } = this.#options;
    if (id === undefined || id === session.threadId) return true;
    if (!(await this.#mayLeave())) return false;
    await session.open(id);
    return true;
  }

  /** Ends the terminals of a conversation that is to be deleted, or asks. Resolves to whether it may be deleted. */
  async mayDelete(id: ThreadId): Promise<boolean> {
    return this.#settleTerminals('delete', id);
  }

  async #mayLeave(): Promise<boolean> {
    const { activity, threadId } = this.#options.session;
    return threadId === undefined || activity.isRunning || this.#settleTerminals('leave', threadId);
  }

  /** Resolves to `false` when the person wants the conversation to stay as it is. */
  async #settleTerminals(why: LeaveQuestion['why'], id: ThreadId): Promise<boolean> {
    const { terminals, ask } = this.#options;
    const question = askAboutTerminals(why, terminals.list(id));
    const answer = question === undefined ? 'end' : await ask(question);
    if (answer === undefined) return false;
    for (const { id: terminal, isBusy } of terminals.list(id))
      if (answer === 'end' || !isBusy) void terminals.end(terminal);
    return true;
  }
}

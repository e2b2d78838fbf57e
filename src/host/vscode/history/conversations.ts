import type { ThreadId } from '../../../actors/protocol/thread.js';
import type { ChatSession } from '../chat/chat-session.js';
import type { AgentTerminals } from '../terminals/agent-terminals.js';
import { describeLoss } from './leave-question.js';

interface ConversationsOptions {
  readonly session: Pick<ChatSession, 'activity' | 'threadId' | 'newChat' | 'open'>;
  readonly terminals: Pick<AgentTerminals, 'list' | 'endAll'>;
  /** Asks whether the conversation may be left although that ends something. `loss`: what ends, as sentences. */
  readonly confirm: (loss: string) => Promise<boolean>;
  /** Called when an empty conversation is shown. */
  readonly onNew: () => void;
}

/**
 * Leaves the conversation that is shown, for an empty or a stored one. It stays in the store; its turn and its terminals
 * end, after a question when something runs.
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
    this.#endTerminals();
    onNew();
    return true;
  }

  /** Shows a conversation of the store. Resolves to whether it is shown. */
  async open(id: ThreadId): Promise<boolean> {
    const { session } = this.#options;
    if (id === session.threadId) return true;
    if (!(await this.#mayLeave())) return false;
    const opened = session.open(id);
    this.#endTerminals();
    await opened;
    return true;
  }

  async #mayLeave(): Promise<boolean> {
    const { session, terminals, confirm } = this.#options;
    const loss = describeLoss(session.activity.isRunning, terminals.list());
    return loss === undefined || confirm(loss);
  }

  /** Called after the turn was cancelled, which may open no more of them. */
  #endTerminals(): void {
    void this.#options.terminals.endAll();
  }
}

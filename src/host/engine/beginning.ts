import type { AgentEvent } from '../../actors/protocol/agent.js';
import type { EntryId } from '../../actors/protocol/thread.js';
import type { OpenTurn } from '../../actors/threads/open-turn.js';
import type { Message } from './resolve-attachments.js';
import type { TurnPlan } from './turn.js';

/** How a turn begins. */
export interface Beginning {
  readonly plan: TurnPlan;
  readonly message?: Message;
  /** The entry that the message follows. Default: the newest one. */
  readonly parent?: EntryId;
  readonly resumed?: OpenTurn;
  readonly onEvent?: (event: AgentEvent) => void;
  /** Cancels the turn. */
  readonly signal?: AbortSignal | undefined;
}

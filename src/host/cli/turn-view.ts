import type { AgentEvent, TurnOutcome } from '../../actors/protocol/agent.js';
import type { Usage } from '../../actors/protocol/llm.js';

/** What a turn took. */
export interface Totals {
  readonly elapsedMs: number;
  /** Of all calls of the model together, as far as the provider counted. */
  readonly usage: Usage;
  readonly modelCalls: number;
  readonly toolCalls: number;
}

/** Where a turn is shown. */
export interface TurnView {
  /** Whether nobody looks any more, so that the turn is in vain. */
  readonly isGone: boolean;
  show(event: AgentEvent): Promise<void>;
  end(totals: Totals, outcome: TurnOutcome): Promise<void>;
}

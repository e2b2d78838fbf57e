import type { AgentEvent, TurnOutcome } from '../../../actors/protocol/agent.js';
import type { Usage } from '../../../actors/protocol/llm.js';

/** What a turn took. */
export interface Totals {
  readonly elapsedMs: number;
  /** Of all calls of the model together, as far as the provider counted. */
  readonly usage: Usage;
  readonly modelCalls: number;
  readonly toolCalls: number;
}

/** How a turn ended; `isDenied`: all calls that needed an approval were denied. */
export type TurnReport = TurnOutcome & { readonly isDenied: boolean };

/** Where a turn is shown. */
export interface TurnView {
  /** Whether nobody looks any more, so that the turn is in vain. */
  readonly isGone: boolean;
  show(event: AgentEvent): Promise<void>;
  end(totals: Totals, report: TurnReport): Promise<void>;
}

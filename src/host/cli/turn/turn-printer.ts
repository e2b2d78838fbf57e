import type { AgentEvent, TurnOutcome } from '../../../actors/protocol/agent.js';
import type { PlanView } from '../../../actors/protocol/plans/plan-view.js';
import type { Usage } from '../../../actors/protocol/llm.js';

/** The duration, tokens and cost of a turn. */
export interface Totals {
  readonly elapsedMs: number;
  /** The sum over all model calls, as far as the provider reported tokens. */
  readonly usage: Usage;
  /** What the model calls with a known price cost. Units: US dollars. Absent: none has one. */
  readonly costUsd?: number;
  readonly modelCalls: number;
  readonly toolCalls: number;
  /** How many of them a person, a rule or a mode has denied, or nobody could be asked about. */
  readonly deniedCalls: number;
}

/**
 * The end of a turn, or of several. `isDenied`: all calls that needed approval were denied. `plan`: the plan at the end,
 * where that is what was asked for.
 */
export type TurnReport = TurnOutcome & { readonly isDenied: boolean; readonly plan?: PlanView };

/** Shows the events of a turn. */
export interface TurnPrinter {
  /** Whether the reader is gone, so that the turn would be wasted. */
  readonly isGone: boolean;
  show(event: AgentEvent): Promise<void>;
  end(totals: Totals, report: TurnReport): Promise<void>;
}

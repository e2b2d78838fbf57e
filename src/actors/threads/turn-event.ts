import type { AgentEvent } from '../protocol/agent.js';
import type { ApprovalDecision, ApprovalSource } from '../protocol/approvals.js';
import type { Usage } from '../protocol/llm.js';

/**
 * The events of a turn, as `TurnEvents` derives them from the entries of a thread, in this order:
 *
 *     turn := step* end
 *     step := token* (retry token*)* thought usage? (call | tool_output)+
 *     call := action approval_request? approval_resolved? observation | observation
 *     end  := token* (retry token*)* usage? (answer | error)
 *
 * The calls of one step overlap; events of a call carry its `callId`. An observation comes when its call ends, and an
 * interrupted call has one at the end of its turn. A call has no action when its tool is not registered, or when the
 * turn ended before the call was validated. `token`s of channel `answer` since the last `thought`, `usage`,
 * `observation` or `retry` make the next thought or answer. A `notice` or a `message` may come anywhere before the end.
 */
export type TurnEvent =
  | Exclude<AgentEvent, { type: 'usage' }>
  /** The usage of one request. Units: `costUsd` is in US dollars; absent where no price is known. */
  | { readonly type: 'usage'; readonly usage: Usage; readonly costUsd?: number }
  /** The decision about a call; without an `approval_request` before it, a rule or a mode made the decision. */
  | {
      readonly type: 'approval_resolved';
      readonly callId: string;
      readonly decision: ApprovalDecision;
      readonly by: ApprovalSource;
      /** Why the call was denied. */
      readonly reason?: string;
    }
  /** A message that the person sent while the turn ran. */
  | { readonly type: 'message'; readonly content: string };

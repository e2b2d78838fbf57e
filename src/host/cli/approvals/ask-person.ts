import type { AgentEvent } from '../../../actors/protocol/agent.js';
import type { RememberScope } from '../../../actors/protocol/approvals.js';
import type { ApprovalDecision } from '../../../machines/validated-call.js';

/** Gets a person's answer about a tool call. Errors: the signal's reason, when the turn is cancelled first. */
export type AskPerson = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalAnswer>;

/** A call that waits for an answer. */
export type ApprovalRequest = Extract<AgentEvent, { type: 'approval_request' }>;

/** What was answered to it. */
export interface ApprovalAnswer {
  readonly decision: ApprovalDecision;
  readonly remember?: RememberScope;
  /** Why it is denied, for the model. */
  readonly reason?: string;
}

import type { AgentEvent } from '../../../actors/protocol/agent.js';
import type { RememberScope } from '../../../actors/protocol/approvals.js';
import type { ApprovalDecision } from '../../../machines/validated-call.js';

/** Gets a person's answer to a tool call. Errors: the signal's reason when the turn is cancelled first. */
export type AskPerson = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalAnswer>;

/** A call that waits for approval. */
export type ApprovalRequest = Extract<AgentEvent, { type: 'approval_request' }>;

/** A person's answer to an approval request. */
export interface ApprovalAnswer {
  readonly decision: ApprovalDecision;
  readonly remember?: RememberScope;
  /** The reason for a denial, for the model. */
  readonly reason?: string;
}

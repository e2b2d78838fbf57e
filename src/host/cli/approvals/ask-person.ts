import type { AgentEvent } from '../../../actors/protocol/agent.js';
import type { ApprovalResponse } from '../../engine/judging/approval-options.js';

/** Gets a person's answer to a tool call. Errors: the signal's reason when the turn is cancelled first. */
export type AskPerson = (request: ApprovalRequest, signal: AbortSignal) => Promise<ApprovalResponse>;

/** A call that waits for approval. */
export type ApprovalRequest = Extract<AgentEvent, { type: 'approval_request' }>;

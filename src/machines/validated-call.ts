import type { ToolCategory, ToolResult } from '../actors/protocol/tool.js';

/** A call whose parameters are valid. */
export interface ValidatedCall {
  readonly callId: string;
  readonly tool: string;
  readonly category: ToolCategory;
  /** The MCP server that the tool comes from. */
  readonly server?: string;
  /** What the tool's `validate` returned. */
  readonly params: unknown;
}

export type ApprovalDecision = 'approve' | 'deny';

/** A decision on a call; or its result, where a preview has shown that the call cannot succeed. */
export type ApprovalOutcome = ApprovalDecision | ToolResult;

import type { SandboxRefusal, SandboxRequest } from '../actors/protocol/shell.js';
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
  /** Why the call, a command, has failed in the looking world. Default: it has not run. */
  readonly refusal?: SandboxRefusal;
}

/** Allows a call to run. */
export interface Permission {
  readonly decision: 'approve';
  /** What the call, a command, may access. Default: what the host's options say. */
  readonly access?: SandboxRequest;
  /** The digest of the preview that was judged and, if a person was asked, shown. */
  readonly shown?: string;
}

/** A call that may run. */
export interface PermittedCall extends ValidatedCall, Omit<Permission, 'decision'> {}

export type ApprovalDecision = 'approve' | 'deny';

/** A decision on a call; or its result, where a preview has shown that the call cannot succeed. */
export type ApprovalOutcome = Permission | 'deny' | ToolResult;

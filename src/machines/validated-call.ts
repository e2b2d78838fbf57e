import type { ApprovalDecision, RememberScope } from '../actors/protocol/approvals.js';
import type { EntryOf } from '../actors/protocol/thread.js';
import type { ToolCategory, ToolResult } from '../actors/protocol/tool.js';

/** What a tool makes of the arguments that a model wrote. */
export interface ValidatedParams {
  /** What the tool's `validate` returned. */
  readonly params: unknown;
  /** The files and folders that the call would touch, as the parameters name them. Source: SPEC T12. */
  readonly paths: readonly string[];
}

/** A call whose parameters are valid. */
export interface ValidatedCall extends ValidatedParams {
  readonly callId: string;
  readonly tool: string;
  readonly category: ToolCategory;
  /** The MCP server that the tool comes from. */
  readonly server?: string;
}

/** What a person is asked about a call. */
export type ApprovalQuestion = Pick<
  EntryOf<'approval_asked'>,
  'reasons' | 'preview' | 'rememberAs' | 'rememberFor' | 'digest'
>;

/** Whether a call may run. */
export type Judgement =
  /** `by` is left out where calls of its kind need nobody's leave. */
  | { readonly kind: 'run'; readonly by?: 'rule' | 'mode' }
  /** It may not run, or cannot succeed: this is its result. */
  | { readonly kind: 'refuse'; readonly result: ToolResult; readonly by?: 'rule' }
  | { readonly kind: 'ask'; readonly question: ApprovalQuestion };

/** What a person answered. */
export interface ApprovalAnswer {
  readonly decision: ApprovalDecision;
  /** How long the answer holds beyond this call. */
  readonly scope?: RememberScope;
  /** Why it was denied, for the model. */
  readonly reason?: string;
}

import type { AgentMode } from '../actors/protocol/agent.js';
import type {
  ApprovalDecision,
  ApprovalOffer,
  ApprovalSource,
  RememberScope,
} from '../actors/protocol/approvals.js';
import type { SandboxRefusal } from '../actors/protocol/sandbox-refusal.js';
import type { SandboxRequest } from '../actors/protocol/shell.js';
import type { CallPreview, ToolCategory, ToolResult } from '../actors/protocol/tool.js';
import type { WebTarget } from '../actors/protocol/web/web-target.js';

/** The parameters of a call, once they are valid. */
export interface ValidatedParams {
  /** What the tool's `validate` returned. */
  readonly params: unknown;
  /** The files and folders that the call would touch, as its parameters name them. Source: SPEC T12. */
  readonly paths: readonly string[];
}

/** A call whose parameters are valid. */
export interface ValidatedCall {
  readonly callId: string;
  readonly tool: string;
  readonly category: ToolCategory;
  /** The mode of the turn. Default: `agent`. */
  readonly mode?: AgentMode;
  /** Whether it can be kept from changing anything. Default: no. */
  readonly canLook?: boolean;
  /** The MCP server that the tool comes from. */
  readonly server?: string;
  /** What the tool's `validate` returned. */
  readonly params: unknown;
  /** Why the call, a command, has failed in the looking world. Default: it has not run. */
  readonly refusal?: SandboxRefusal;
  /** The address of the web that the call came to, and with which it goes on. Default: it begins. */
  readonly target?: WebTarget;
}

/** What a call may do when it runs. */
export interface Permission {
  /** What the call, a command, may access. Default: what the host's options say. */
  readonly access?: SandboxRequest;
  /** The digest of the preview that was judged and, if a person was asked, shown. */
  readonly shown?: string;
}

/** A call that may run. */
export interface PermittedCall extends ValidatedCall, Permission {}

/** The question that a person is asked about a call. */
export interface ApprovalQuestion {
  /** Why the call needs approval, as sentences. */
  readonly reasons: readonly string[];
  /** What the call would do. Absent when the tool cannot tell. */
  readonly preview?: CallPreview;
  /** The files of the preview that are protected, by their `shown` paths. Default: none. */
  readonly protectedPaths?: readonly string[];
  /** What an answer may allow beyond this call; each scope occurs once. Default: only this call. */
  readonly offers?: readonly ApprovalOffer[];
}

/** The decision about a call before anybody is asked. */
export type Judgement =
  /** The call may run. `by` is absent for a call that needs nobody's approval, such as one that only reads. */
  | {
      readonly kind: 'run';
      readonly permission: Permission;
      readonly by?: Exclude<ApprovalSource, 'person'>;
    }
  /** The call may not run, or its preview has shown that it cannot succeed. `by` is absent in the latter case. */
  | { readonly kind: 'refuse'; readonly result: ToolResult; readonly by?: 'rule' }
  /** A person has to be asked; `permission` holds if the answer is yes. */
  | { readonly kind: 'ask'; readonly question: ApprovalQuestion; readonly permission: Permission };

/** A person's answer. */
export interface ApprovalAnswer {
  readonly decision: ApprovalDecision;
  /** How long the answer holds beyond this call. */
  readonly scope?: RememberScope;
  /** Why it was denied, for the model. */
  readonly reason?: string;
}

/** A call that may run, and who has allowed it. */
export type AllowedCall = Extract<Judgement, { readonly kind: 'run' }>;

/** How a question ends: the person answers it, or what is allowed has changed meanwhile so that nobody has to be asked. */
export type QuestionEnd = ApprovalAnswer | AllowedCall;

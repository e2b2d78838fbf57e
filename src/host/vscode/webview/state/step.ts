import type { AgentEvent } from '../../../../actors/protocol/agent.js';
import type { ErrorCode } from '../../../../actors/protocol/errors.js';
import type { RetryNotice, Usage } from '../../../../actors/protocol/llm.js';
import type { CallPreview } from '../../../../actors/protocol/tool.js';
import type { UserMessage } from '../../../../actors/protocol/ui.js';

/** What a call of a tool is at. `stopped`: the turn ended before the call did. */
export type ToolState = 'waiting' | 'running' | 'done' | 'failed' | 'rejected' | 'stopped';

export interface ToolStep {
  readonly kind: 'tool';
  readonly callId: string;
  readonly tool: string;
  readonly params: unknown;
  readonly state: ToolState;
  /** What it would do, or did, as the person was asked about it. */
  readonly preview?: CallPreview;
  /** What it has printed so far; what it said, once it has ended. */
  readonly output?: string;
  /** What the person is asked, while it waits. */
  readonly question?: ApprovalQuestion;
}

/** Why a call is asked about, and what more may be allowed with it. */
export type ApprovalQuestion = Pick<
  Extract<AgentEvent, { type: 'approval_request' }>,
  'reasons' | 'rememberAs' | 'rememberFor'
>;

/** One thing that is shown of a turn. */
export type Step =
  /** `draft`: still being written, a thought or the answer. `partial`: how far it came when the turn failed. */
  | {
      readonly kind: 'text';
      readonly role: 'draft' | 'thought' | 'answer' | 'partial';
      readonly text: string;
    }
  /** `isDraft`: the thought or answer that it led to is not there yet. */
  | { readonly kind: 'reasoning'; readonly text: string; readonly isDraft: boolean }
  | ToolStep
  | { readonly kind: 'retry'; readonly notice: RetryNotice }
  | { readonly kind: 'notice'; readonly message: string }
  | { readonly kind: 'error'; readonly name: string; readonly code: ErrorCode; readonly message: string };

/** A turn as it is drawn. */
export interface TurnView {
  readonly message: UserMessage;
  readonly state: 'running' | 'ended' | 'interrupted';
  readonly steps: readonly Step[];
  /** Tokens of all calls of the model, as far as the provider told. */
  readonly usage: Usage | undefined;
}

import type { AgentEvent } from '../../../../actors/protocol/agent.js';
import type { ErrorCode } from '../../../../actors/protocol/errors.js';
import type { RetryNotice, Usage } from '../../../../actors/protocol/llm.js';
import type { CallPreview } from '../../../../actors/protocol/tool.js';
import type { UserMessage } from '../../../../actors/protocol/ui.js';

/** The state of a tool call. `stopped`: the turn ended before the call did. */
export type ToolState = 'waiting' | 'running' | 'done' | 'failed' | 'rejected' | 'stopped';

export interface ToolStep {
  readonly kind: 'tool';
  readonly callId: string;
  readonly tool: string;
  readonly params: unknown;
  readonly state: ToolState;
  /** What it would do, or did, as shown in the question. */
  readonly preview?: CallPreview;
  /** The output so far; the result, once it has ended. */
  readonly output?: string;
  /** The question, while the call waits for approval. */
  readonly question?: ApprovalQuestion;
}

/** Why a call needs approval, and what an answer may allow beyond it. */
export type ApprovalQuestion = Pick<
  Extract<AgentEvent, { type: 'approval_request' }>,
  'reasons' | 'protectedPaths' | 'offers'
>;

/** One item that a turn shows. */
export type Step =
  /** `draft`: a thought or answer that is still streaming in. `partial`: the text so far of a turn that failed. */
  | {
      readonly kind: 'text';
      readonly role: 'draft' | 'thought' | 'answer' | 'partial';
      readonly text: string;
    }
  /** `isDraft`: its thought or answer has not arrived yet. */
  | { readonly kind: 'reasoning'; readonly text: string; readonly isDraft: boolean }
  | ToolStep
  | { readonly kind: 'retry'; readonly notice: RetryNotice }
  | { readonly kind: 'notice'; readonly message: string }
  | { readonly kind: 'error'; readonly name: string; readonly code: ErrorCode; readonly message: string };

/** A turn in the form that is drawn. */
export interface TurnView {
  readonly message: UserMessage;
  readonly state: 'running' | 'ended' | 'interrupted';
  readonly steps: readonly Step[];
  /** The tokens of all model calls, as far as the provider reported them. */
  readonly usage: Usage | undefined;
}

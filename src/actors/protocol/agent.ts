import type { RememberScope } from './approvals.js';
import type { ErrorCode, WireError } from './errors.js';
import type { RetryNotice, Usage } from './llm.js';
import type { CallPreview, ToolCategory, ToolResult } from './tool.js';

/** `ask`: no tools. `gather`: read-only tools. `agent`: every tool. Source: SPEC A2. */
export type AgentMode = 'ask' | 'gather' | 'agent';

/** What the engine is doing. Source: SPEC A1. */
export type AgentState =
  | { readonly status: 'idle' }
  | { readonly status: 'thinking'; readonly iteration: number }
  | { readonly status: 'acting'; readonly tools: readonly string[] }
  | { readonly status: 'awaiting approval'; readonly callId: string; readonly tool: string };

/**
 * What happens during a turn, in order:
 *
 *     turn := step* end
 *     step := token* (retry token*)* thought usage? action* (tool_output | observation)+
 *     end  := token* (retry token*)* usage? answer | error
 *
 * `token`s of channel `answer` since the last `observation` or `retry` make the next thought or answer. Each
 * observation follows its action and carries the same `callId`; only a call of a tool that is not registered has an
 * observation without an action. A `notice` may stand anywhere before the end. The last event is always `answer` or `error`.
 *
 * A `token` holds as much text as came at once: what one read of the connection brought is one event for each channel in
 * a row, however many deltas the server made of it.
 */
export type AgentEvent =
  | { readonly type: 'token'; readonly content: string; readonly channel: 'answer' | 'reasoning' }
  | { readonly type: 'thought'; readonly content: string; readonly reasoning?: string }
  | { readonly type: 'action'; readonly callId: string; readonly tool: string; readonly params: unknown }
  /** What a running call prints. Parts of one stream may be merged. */
  | {
      readonly type: 'tool_output';
      readonly callId: string;
      readonly stream: 'stdout' | 'stderr';
      readonly text: string;
    }
  | {
      readonly type: 'observation';
      readonly callId: string;
      readonly tool: string;
      readonly result: ToolResult;
    }
  | {
      readonly type: 'approval_request';
      readonly callId: string;
      readonly tool: string;
      readonly category: ToolCategory;
      readonly params: unknown;
      /** Why it is asked about, as sentences. */
      readonly reasons: readonly string[];
      /** What it would do; left out where the tool cannot tell. */
      readonly preview?: CallPreview;
      /** What an answer for more than this call would allow; left out where only this call can be answered. */
      readonly rememberAs?: string;
      /** How long that can be made to hold. Default: it cannot. */
      readonly rememberFor?: readonly RememberScope[];
    }
  /** Something beside the work that failed and stops nothing, as sentences for the person. */
  | { readonly type: 'notice'; readonly message: string }
  | ({ readonly type: 'retry' } & RetryNotice)
  | { readonly type: 'usage'; readonly usage: Usage }
  | { readonly type: 'answer'; readonly content: string }
  | {
      readonly type: 'error';
      readonly name: string;
      readonly code: ErrorCode;
      readonly message: string;
      /** What the model had said when it ended. */
      readonly partial: string;
      /** The error behind it, where there is one: what a provider of the program threw, for instance. For programs. */
      readonly cause?: WireError;
    };

/** How a turn ended, once its last event is out. */
export type TurnOutcome = Extract<AgentEvent, { type: 'answer' | 'error' }>;

/** What may end a run before it has an answer. */
export interface RunLimits {
  /** Most calls of the model in one turn. Minimum 1. */
  readonly maxIterations: number;
  /** Most tokens, in and out together, that the provider may report for one turn. */
  readonly maxTokens: number;
  /** Units: milliseconds for one turn. */
  readonly maxTimeMs: number;
}

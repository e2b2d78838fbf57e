import type { ApprovalDecision, ApprovalOffer, ApprovalSource } from './approvals.js';
import type { ErrorCode, WireError } from './errors.js';
import type { RulesFile } from './instructions/rules-file.js';
import type { SkillSummary } from './instructions/skill-summary.js';
import type { CompactionReport, RetryNotice, Usage } from './llm.js';
import type { PlanDraft, StepEnd } from './plans/plan.js';
import type { CallPreview, ToolCategory, ToolResult } from './tool.js';

/**
 * `ask`: no tools. `gather`: read-only tools. `plan`: those, and commands that can change nothing; ends in a plan that a
 * person can approve. `agent`: every tool. Source: SPEC A2, P.
 */
export type AgentMode = 'ask' | 'gather' | 'plan' | 'agent';

/** The state of the engine. Source: SPEC A1. */
export type AgentState =
  | { readonly status: 'idle' }
  | { readonly status: 'thinking'; readonly iteration: number }
  | { readonly status: 'acting'; readonly tools: readonly string[] }
  | { readonly status: 'awaiting approval'; readonly callId: string; readonly tool: string };

/**
 * The events of a turn, in this order:
 *
 *     turn := step* end
 *     step := token* (retry token*)* thought usage? (call | tool_output)+
 *     call := action (approval_request? approval_resolved?)* observation | observation
 *     end  := token* (retry token*)* usage? (answer | error) | error
 *
 * The calls of one step overlap; events of a call carry its `callId`. An observation comes when its call ends, and an
 * interrupted call has one at the end of its turn. A call has no action when its tool is not registered, or when the
 * turn ended before the call was validated. `approval_request` comes again for a command that ran in the sandbox and
 * was refused something. The `token`s of channel `answer` since the last `thought`, `usage`, `observation` or `retry`
 * add up to the next thought or answer. A `plan` comes before the observation of the call that proposes it, and
 * `step_complete` behind the turn of the step. A `notice`, a `message` or a `compaction` may come anywhere before the end, and
 * `instructions` before a request. The last event is
 * always `answer` or `error`.
 *
 * Deltas that arrive together make one `token` for each run of deltas of the same channel. Source: SPEC A1.
 */
export type AgentEvent =
  | { readonly type: 'token'; readonly content: string; readonly channel: 'answer' | 'reasoning' }
  | { readonly type: 'thought'; readonly content: string; readonly reasoning?: string }
  | { readonly type: 'action'; readonly callId: string; readonly tool: string; readonly params: unknown }
  /** Output of a running call. Parts of one stream may be merged. */
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
      /** Why the call needs approval, as sentences. */
      readonly reasons: readonly string[];
      /** What the call would do. Absent when the tool cannot tell. */
      readonly preview?: CallPreview;
      /** The files of the preview that are protected, by their `shown` paths. Default: none. Source: SPEC T10. */
      readonly protectedPaths?: readonly string[];
      /** What an answer may allow beyond this call; each scope occurs once. Default: only this call. */
      readonly offers?: readonly ApprovalOffer[];
    }
  /** The decision about a call; without an `approval_request` before it, a rule or a mode made the decision. */
  | {
      readonly type: 'approval_resolved';
      readonly callId: string;
      readonly decision: ApprovalDecision;
      readonly by: ApprovalSource;
      /** Why the call was denied. */
      readonly reason?: string;
    }
  /** A message that the person sent while the turn ran. The model reads it with its next request. */
  | { readonly type: 'message'; readonly content: string }
  /** The person took back a message with this content before the model read it. */
  | { readonly type: 'message_withdrawn'; readonly content: string }
  /**
   * A failure that does not stop the turn, such as a checkpoint that could not be made; as sentences for the person.
   */
  | { readonly type: 'notice'; readonly message: string }
  /** The model was given rules files, nearest first, and the list of skills if that is new. Their texts are left out. */
  | {
      readonly type: 'instructions';
      readonly files: readonly Omit<RulesFile, 'text' | 'digest'>[];
      readonly skills?: readonly SkillSummary[];
    }
  | ({ readonly type: 'retry' } & RetryNotice)
  /** The conversation became shorter for the model; all of it stays in the thread. */
  | ({ readonly type: 'compaction' } & CompactionReport)
  /**
   * The usage of one request. Units: `costUsd` is in US dollars; absent where no price is known. `model` is the one that was
   * asked, where that is another one than that of the turn.
   */
  | { readonly type: 'usage'; readonly usage: Usage; readonly costUsd?: number; readonly model?: string }
  /** A plan was put to the person. `digest` identifies exactly this goal and these steps. */
  | ({ readonly type: 'plan'; readonly digest: string; readonly omitted?: number } & PlanDraft)
  /** A step of a plan has ended, between two turns: `step` is its id. */
  | ({ readonly type: 'step_complete'; readonly step: number } & StepEnd)
  | { readonly type: 'answer'; readonly content: string }
  | {
      readonly type: 'error';
      readonly name: string;
      readonly code: ErrorCode;
      readonly message: string;
      /** The text of the answer so far; at a limit everything that the model has said in the turn. */
      readonly partial: string;
      /** The underlying error, for programs: what a custom provider threw, for instance. */
      readonly cause?: WireError;
    };

/** How a turn ended: its last event. */
export type TurnOutcome = Extract<AgentEvent, { type: 'answer' | 'error' }>;

/** Limits that end a run which has no answer yet. */
export interface RunLimits {
  /** Most model calls in one turn. Minimum 1. */
  readonly maxIterations: number;
  /**
   * Most tokens for one turn, input and output together, as the provider reports them; estimated for requests of which it
   * reports none.
   */
  readonly maxTokens: number;
  /** Most time for one turn. Units: milliseconds. */
  readonly maxTimeMs: number;
  /**
   * Most money for one turn; needs a model with known prices. The usage of a request is estimated where the provider
   * reports none. The request that reaches the limit is the last one. Units: US dollars. Default: no limit.
   */
  readonly maxCostUsd?: number;
}

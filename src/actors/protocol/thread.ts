import type { AgentMode, RunLimits } from './agent.js';
import type { Attachment } from './attachment.js';
import type { ErrorCode, WireError } from './errors.js';
import type { FinishReason, LLMMessage, OpaqueState, RetryNotice, ToolCall, Usage } from './llm.js';
import type { ApprovalDecision, ApprovalOffer, ApprovalSource, RememberScope } from './approvals.js';
import type { CallPreview, ToolCategory, ToolResult } from './tool.js';

export type ThreadId = string & { readonly __brand: 'ThreadId' };
export type EntryId = string & { readonly __brand: 'EntryId' };
export type TurnId = string & { readonly __brand: 'TurnId' };

/** The version of the entries that this program writes. A reader refuses a thread of a higher one. */
export const ENTRY_VERSION = 1;

/** The position of an entry in its thread. */
export interface EntryPlace {
  readonly id: EntryId;
  /** The entry it follows; `null` for the first one. Two entries of one parent begin two branches. */
  readonly parent: EntryId | null;
  /** Its number in the order in which entries were appended, branches included. The first is 0; none is missing. */
  readonly seq: number;
  /** When it was appended. Units: milliseconds since 1970. */
  readonly at: number;
  /** The turn that it belongs to. */
  readonly turn?: TurnId;
}

/** How a turn ended. `exhausted`: a limit was reached. */
export type TurnEnd = 'answered' | 'failed' | 'cancelled' | 'exhausted';

/** An error in the form in which a thread stores it: what a person or a program needs of it. */
export interface ErrorRecord {
  readonly name: string;
  readonly code: ErrorCode;
  readonly message: string;
  /** The underlying error, for programs: what a custom provider threw, for instance. */
  readonly cause?: WireError;
}

/**
 * An event of a conversation. A thread is a sequence of entries; everything that a face shows, a model reads or an
 * export holds is derived from it.
 *
 * The order within a turn, by the `kind` of the entries:
 *
 *     turn  := user_message? turn_began step* retry* reply? turn_ended
 *     step  := retry* reply (call (approval* call_began?)* observation | observation)+
 *
 * The calls of one reply overlap: each goes through `call`, perhaps `approval_asked` and `approval_answered`, perhaps
 * `call_began`, and `observation`, independently of the others. A command that ran in the sandbox and was refused
 * something is judged again, and begins again if it is approved; so is a call that an interrupted turn had not begun. A call of an unregistered tool has an `observation`
 * only. A `notice` may occur anywhere. A `user_message` within a turn is recorded when the person sends it; the model
 * reads it with the first request that follows the next `reply` and its observations, unless a `message_withdrawn` comes
 * first, within the turn or behind it. A `turn_ended` may come at any
 * point; a turn without one was interrupted. A `compaction` comes before a `reply` or between two
 * turns.
 * Source: SPEC H2a.
 */
export type EntryBody =
  /** Always the first entry. */
  | {
      readonly kind: 'thread';
      readonly version: number;
      /** The workspace folders, absolute. */
      readonly roots: readonly string[];
      /** The thread, and the entry in it, that this one is a copy of. */
      readonly copiedFrom?: { readonly thread: ThreadId; readonly entry: EntryId };
    }
  | { readonly kind: 'renamed'; readonly title: string }
  | { readonly kind: 'user_message'; readonly text: string; readonly attachments: readonly Attachment[] }
  /** The person took back a message that was sent while a turn ran. Without effect once the model has read it. */
  | { readonly kind: 'message_withdrawn'; readonly message: EntryId }
  | {
      readonly kind: 'turn_began';
      readonly mode: AgentMode;
      /** Shape: `provider/model`. */
      readonly model: string;
      readonly limits: RunLimits;
    }
  | { readonly kind: 'turn_ended'; readonly outcome: TurnEnd; readonly error?: ErrorRecord }
  /** Recorded before a failed request is repeated. Readers discard any text that the failed attempt streamed. */
  | ({ readonly kind: 'retry' } & RetryNotice)
  | {
      readonly kind: 'reply';
      readonly text: string;
      readonly reasoning: string;
      /** As the model wrote them, with ids that no other call of the thread has. */
      readonly toolCalls: readonly ToolCall[];
      readonly stop: FinishReason | 'cancelled' | 'failed';
      readonly usage: Usage;
      /** What the request cost, where the price is known. Units: US dollars. */
      readonly costUsd?: number;
      readonly opaque?: OpaqueState;
    }
  /** A call of a registered tool. `params` are its parsed parameters, or what the model wrote where they are invalid. */
  | {
      readonly kind: 'call';
      readonly callId: string;
      readonly tool: string;
      readonly category: ToolCategory;
      readonly params: unknown;
      /** The files and folders that it would touch, absolute or relative to the first root. */
      readonly paths: readonly string[];
    }
  | {
      readonly kind: 'approval_asked';
      readonly callId: string;
      /** Why the call needs approval, as sentences. */
      readonly reasons: readonly string[];
      /** What the call would do. Absent when the tool cannot tell. */
      readonly preview?: CallPreview;
      /** The files of the preview that are protected, by their `shown` paths. Default: none. Source: SPEC T10. */
      readonly protectedPaths?: readonly string[];
      /** What an answer may allow beyond this call; each scope occurs once. Default: only this call. */
      readonly offers?: readonly ApprovalOffer[];
      /** Identifies the preview that the person saw. Shape: SHA-256, hexadecimal. */
      readonly digest?: string;
    }
  /** The decision about a call. Without an `approval_asked` before it, a rule or a mode made the decision. */
  | {
      readonly kind: 'approval_answered';
      readonly callId: string;
      readonly decision: ApprovalDecision;
      readonly by: ApprovalSource;
      /** How long the answer holds beyond this call. */
      readonly scope?: RememberScope;
      /** Why it was denied, for the model. */
      readonly reason?: string;
    }
  /** Recorded before the tool runs, so that an interrupted call can be told from one that never ran. */
  | { readonly kind: 'call_began'; readonly callId: string }
  | {
      readonly kind: 'observation';
      readonly callId: string;
      readonly tool: string;
      readonly result: ToolResult;
    }
  /** A failure that does not stop the turn, as sentences for the person. */
  | { readonly kind: 'notice'; readonly message: string }
  /**
   * `messages` replace all earlier messages of the branch, except those that the model has not read yet.
   * Shape: well formed; within a turn the last one is a message of the person or the result of a call.
   */
  | { readonly kind: 'compaction'; readonly messages: readonly LLMMessage[] }
  /** The person switched to another branch: the one whose last entry is the parent of this entry. */
  | { readonly kind: 'switched' };

export type EntryKind = EntryBody['kind'];

export type BodyOf<Kind extends EntryKind> = Extract<EntryBody, { kind: Kind }>;

export type EntryOf<Kind extends EntryKind> = EntryPlace & BodyOf<Kind>;

/** One entry of a thread. Entries are never changed after `append`. */
export type ThreadEntry = { readonly [Kind in EntryKind]: EntryOf<Kind> }[EntryKind];

/**
 * Output that a thread streams and does not store: the `reply` or `observation` that follows contains it.
 * Consecutive parts of one text may be merged.
 */
export type LiveEvent =
  | { readonly type: 'token'; readonly channel: 'answer' | 'reasoning'; readonly text: string }
  | {
      readonly type: 'tool_output';
      readonly callId: string;
      readonly stream: 'stdout' | 'stderr';
      readonly text: string;
    };

import type { AgentMode, RunLimits } from './agent.js';
import type { Attachment } from './attachment.js';
import type { ErrorCode, WireError } from './errors.js';
import type { FinishReason, LLMMessage, OpaqueState, RetryNotice, ToolCall, Usage } from './llm.js';
import type { ApprovalDecision, ApprovalSource, RememberScope } from './approvals.js';
import type { CallPreview, ToolCategory, ToolResult } from './tool.js';

export type ThreadId = string & { readonly __brand: 'ThreadId' };
export type EntryId = string & { readonly __brand: 'EntryId' };
export type TurnId = string & { readonly __brand: 'TurnId' };

/** The version of the entries that this program writes. A reader refuses a thread of a higher one. */
export const ENTRY_VERSION = 1;

/** Where an entry stands in its thread. */
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

/** An error as it is kept: what a person or a program is told of it. */
export interface ErrorRecord {
  readonly name: string;
  readonly code: ErrorCode;
  readonly message: string;
  /** What a program of its own threw, with its stack. */
  readonly cause?: WireError;
}

/**
 * What happened in a conversation. A thread is a sequence of these, and everything that is shown, sent to a model,
 * exported or resumed is derived from it.
 *
 * The order within a turn, by the `kind` of the entries:
 *
 *     turn  := user_message? turn_began step* reply? turn_ended
 *     step  := retry* reply (call approval* call_began? observation)+
 *
 * The calls of one reply overlap: each goes through `call`, perhaps `approval_asked` and `approval_answered`, perhaps
 * `call_began`, and `observation`, whatever the others do. A `notice`, and a `user_message` that was sent while the
 * turn ran, may stand anywhere in it. A turn without a `turn_ended` was interrupted.
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
  | {
      readonly kind: 'turn_began';
      readonly mode: AgentMode;
      /** Shape: `provider/model`. */
      readonly model: string;
      readonly limits: RunLimits;
    }
  | { readonly kind: 'turn_ended'; readonly outcome: TurnEnd; readonly error?: ErrorRecord }
  /** Emitted before a failed request is made again. Text that was streamed by the failed attempt is void. */
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
      /** Why it is asked about, as sentences. */
      readonly reasons: readonly string[];
      /** What the call would do; left out where the tool cannot tell. */
      readonly preview?: CallPreview;
      /** What an answer for more than this call would allow; left out where only this call can be answered. */
      readonly rememberAs?: string;
      /** For how long such an answer may hold. */
      readonly rememberFor?: readonly RememberScope[];
      /** Of all that the call would do, as it was shown. Shape: SHA-256, hexadecimal. */
      readonly digest?: string;
    }
  /** Without an `approval_asked` before it, nobody was asked: a rule or a mode decided. */
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
  /** The effect of the call is about to happen. */
  | { readonly kind: 'call_began'; readonly callId: string }
  | {
      readonly kind: 'observation';
      readonly callId: string;
      readonly tool: string;
      readonly result: ToolResult;
    }
  /** Something beside the work that failed and stops nothing, as sentences for the person. */
  | { readonly kind: 'notice'; readonly message: string }
  /** `messages` stand for all that a model was told before: the same conversation in fewer words. */
  | { readonly kind: 'compaction'; readonly messages: readonly LLMMessage[] }
  /** The person went to another branch: the one whose last entry is the parent of this one. */
  | { readonly kind: 'switched' };

export type EntryKind = EntryBody['kind'];

export type EntryOf<Kind extends EntryKind> = EntryPlace & Extract<EntryBody, { kind: Kind }>;

/** One record of what happened. It is never changed. */
export type ThreadEntry = { readonly [Kind in EntryKind]: EntryOf<Kind> }[EntryKind];

/**
 * What is shown while it happens and kept in no thread: the entry that ends it says all that matters.
 * Parts of one text may be merged.
 */
export type LiveEvent =
  | { readonly type: 'token'; readonly channel: 'answer' | 'reasoning'; readonly text: string }
  | {
      readonly type: 'tool_output';
      readonly callId: string;
      readonly stream: 'stdout' | 'stderr';
      readonly text: string;
    };

import type { AgentMode, RunLimits } from './agent.js';
import type { Attachment } from './attachment.js';
import type { ErrorCode, WireError } from './errors.js';
import type { RulesFile } from './instructions/rules-file.js';
import type { SkillSummary } from './instructions/skill-summary.js';
import type {
  CompactionReport,
  FinishReason,
  LLMMessage,
  OpaqueState,
  RetryNotice,
  ToolCall,
  ToolDescription,
  Usage,
} from './llm.js';
import type { ApprovalDecision, ApprovalOffer, ApprovalSource, RememberScope } from './approvals.js';
import type {
  CheckpointCause,
  JumpChoice,
  JumpScope,
  PathVersion,
  UncoveredPath,
  VersionChange,
} from './file-version.js';
import type { PlanDraft, StepEnd } from './plans/plan.js';
import type { CallPreview, ToolCategory, ToolResult } from './tool.js';
import type { AbsPath } from './workspace.js';

export type ThreadId = string & { readonly __brand: 'ThreadId' };
export type EntryId = string & { readonly __brand: 'EntryId' };
export type TurnId = string & { readonly __brand: 'TurnId' };

/**
 * The version of the entries that this program writes. A thread of a higher one can be read and exported, not continued.
 * 2 added checkpoints, changes of files, jumps, archiving and adoption; 3 added plans.
 */
export const ENTRY_VERSION = 3;

/** The position of an entry in its thread. */
export interface EntryPlace {
  readonly id: EntryId;
  /** The entry it follows; `null` for the first one. Two entries of one parent begin two branches. */
  readonly parent: EntryId | null;
  /**
   * Its number in the order in which entries were appended, branches included. The first is 0; a number is missing only
   * where entries were lost, or where several programs wrote at once.
   */
  readonly seq: number;
  /** When it was appended. Units: milliseconds since 1970. */
  readonly at: number;
  /** The turn that it belongs to. */
  readonly turn?: TurnId;
}

/** A step of a plan. */
export interface StepPlace {
  /** The entry that holds this version of the plan. */
  readonly plan: EntryId;
  /** The id of the step. */
  readonly step: number;
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
 * What every request begins with, until another head takes its place: the system prompt and the tools. It stays the same
 * from request to request, so that providers find the request in their caches.
 */
export interface RequestHead {
  /** The mode that the prompt describes. Turns in another mode say so in their messages. */
  readonly mode: AgentMode;
  readonly prompt: string;
  readonly tools: readonly ToolDescription[];
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
 * `call_began`, then `checkpoint` and `files_changed` where it changes files, and `observation`, independently of the others. A command that ran in the sandbox and was refused
 * something is judged again, and begins again if it is approved; so is a call that an interrupted turn had not begun. A call of an unregistered tool has an `observation`
 * only. A `notice` may occur anywhere. A `user_message` within a turn is recorded when the person sends it; the model
 * reads it with the first request that follows the next `reply` and its observations, unless a `message_withdrawn` comes
 * first, within the turn or behind it. A `turn_ended` may come at any
 * point; a turn without one was interrupted. A call that was made all the same has its `observation` behind the end of its
 * turn. A `compaction` comes before a `reply` or between two
 * turns. `instructions` come before a `reply`. A `plan` comes between the beginning and the `observation` of the call that
 * proposes it, or between two turns, where `plan_approved`, `step` and `plan_ended` come.
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
  /** The person put it away, or took it back. The newest one counts. */
  | { readonly kind: 'archived'; readonly isArchived: boolean }
  /** The workspace folders have moved: paths of entries before it lie below the old ones. Shape: by position. */
  | { readonly kind: 'adopted'; readonly from: readonly string[]; readonly roots: readonly string[] }
  | { readonly kind: 'user_message'; readonly text: string; readonly attachments: readonly Attachment[] }
  /** The person took back a message that was sent while a turn ran. Without effect once the model has read it. */
  | { readonly kind: 'message_withdrawn'; readonly message: EntryId }
  | {
      readonly kind: 'turn_began';
      readonly mode: AgentMode;
      /** Shape: `provider/model`. */
      readonly model: string;
      readonly limits: RunLimits;
      /** The head of the requests from here on. Absent: that of the entry before which has one. */
      readonly head?: RequestHead;
      /**
       * How the registered tools differ from those that the model knows of, by name. Added ones are offered with the
       * next head; calls of removed ones fail.
       */
      readonly toolsChanged?: { readonly added: readonly string[]; readonly removed: readonly string[] };
      /** The step of an approved plan that the turn carries out. Its message was not typed by a person. Default: none. */
      readonly step?: StepPlace;
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
      /** The model that wrote it, where that is another one than that of the turn. Shape: `provider/model`. */
      readonly model?: string;
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
   * Rules files that were read for the first time or have changed, nearest first, and the skills, if the list of them is
   * new or has changed. Recorded before the request that has them. Source: SPEC C.
   */
  | {
      readonly kind: 'instructions';
      readonly files: readonly RulesFile[];
      readonly skills?: readonly SkillSummary[];
    }
  /**
   * `messages` replace all earlier messages of the branch, except those that the model has not read yet. The entries
   * before it stay, and can be read.
   * Shape: well formed; within a turn the last one is a message of the person or the result of a call.
   */
  | {
      readonly kind: 'compaction';
      readonly messages: readonly LLMMessage[];
      /** How many of `messages`, from the first on, stay in every later compaction as they are. Default: none. */
      readonly pinned?: number;
      /** The head of the requests from here on. Absent: the next turn brings one. */
      readonly head?: RequestHead;
      /** Absent for a conversation that began with messages from elsewhere. */
      readonly report?: CompactionReport;
    }
  /**
   * The state of files at this moment, recorded before its effect. `edit`: `versions` are those of the files that a call
   * is about to change. `command`: all that can be covered is, and `uncovered` is not. `person`: what others have made of
   * files that the thread had changed, or before a jump; `versions` is what is there now. `jump`: what is about to be done;
   * if no entry follows, the program ended meanwhile. Source: SPEC K1.
   */
  | {
      readonly kind: 'checkpoint';
      readonly cause: CheckpointCause;
      readonly callId?: string;
      readonly versions: readonly PathVersion[];
      readonly uncovered?: readonly UncoveredPath[];
      readonly jump?: { readonly to: EntryId; readonly scope: JumpScope };
    }
  /**
   * What has become of files, recorded after it happened. `call`: what a call did. `interrupted`: what was found to have
   * changed when an interrupted call was looked into. `person`: what others did, found at the `checkpoint` before it.
   */
  | {
      readonly kind: 'files_changed';
      readonly by: 'call' | 'interrupted' | 'person';
      readonly callId?: string;
      readonly changes: readonly VersionChange[];
    }
  /**
   * The person went to another moment. `to` is the newest entry whose effects on files stay; the conversation goes on
   * behind the parent of this entry. `changes` is what became of files, and can be jumped back over.
   */
  | {
      readonly kind: 'jump';
      readonly to: EntryId;
      readonly scope: JumpScope;
      readonly changes: readonly VersionChange[];
      /** What was chosen for files that somebody else had changed. */
      readonly choices?: readonly { readonly path: AbsPath; readonly choice: JumpChoice }[];
    }
  /** A plan, by the model or the person. It replaces the one before, which it may revise. Source: SPEC P. */
  | ({
      readonly kind: 'plan';
      readonly by: 'model' | 'person';
      /** The call that has proposed it. */
      readonly callId?: string;
      /** How many steps were left out, as there were too many. Default: none. */
      readonly omitted?: number;
    } & PlanDraft)
  /**
   * The person approved a plan, before anything of it happens. It counts only for the plan that has this digest, and that
   * no other plan has replaced.
   */
  | {
      readonly kind: 'plan_approved';
      readonly plan: EntryId;
      readonly digest: string;
      /** `option`: a program was told to approve whatever is proposed. */
      readonly by: 'person' | 'option';
    }
  /** A step begins, or has ended. Between two turns. */
  | ({ readonly kind: 'step' } & StepPlace & ({ readonly status: 'running' } | StepEnd))
  /** Nothing more of the plan is carried out. */
  | {
      readonly kind: 'plan_ended';
      readonly plan: EntryId;
      readonly outcome: 'completed' | 'failed' | 'abandoned';
    }
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

import type { AgentMode } from '../protocol/agent.js';
import type { Attachment } from '../protocol/attachment.js';
import type { CompactionReport } from '../protocol/llm.js';
import type { JumpScope } from '../protocol/file-version.js';
import type { ImagePart } from '../protocol/image-part.js';
import type { RulesFile } from '../protocol/instructions/rules-file.js';
import type { SkillSummary } from '../protocol/instructions/skill-summary.js';
import type { RetryNotice, Usage } from '../protocol/llm.js';
import type { EntryId, EntryOf, ErrorRecord, StepPlace, TurnEnd, TurnId } from '../protocol/thread.js';
import type { ChangeRecord, ToolCategory } from '../protocol/tool.js';

/** The state of a call. `requested`: the model asked for it and nothing else has happened. `stopped`: its turn ended first. */
export type CallState =
  | 'requested'
  | 'judging'
  | 'waiting'
  | 'allowed'
  | 'running'
  | 'done'
  | 'failed'
  | 'rejected'
  | 'stopped';

/** A call of a tool in its current state. */
export interface CallStep {
  readonly kind: 'call';
  readonly callId: string;
  readonly tool: string;
  /** Absent for an unregistered tool. */
  readonly category?: ToolCategory;
  readonly params: unknown;
  readonly state: CallState;
  /** The question that a person was asked about the call. */
  readonly question?: Pick<EntryOf<'approval_asked'>, 'reasons' | 'preview' | 'protectedPaths' | 'offers'>;
  readonly answer?: Pick<EntryOf<'approval_answered'>, 'decision' | 'by' | 'scope' | 'reason'>;
  /** The text of its result, once it has ended. */
  readonly output?: string;
  /** The pictures of its result. Default: none. */
  readonly images?: readonly ImagePart[];
  /** The code of its error, if it failed. */
  readonly error?: string;
  readonly changes?: readonly ChangeRecord[];
  /** The moment after it changed files: the entry that says so. */
  readonly checkpoint?: EntryId;
  /** The files that it has changed, a command's included. Absolute paths. */
  readonly changedPaths?: readonly string[];
  /** When the tool began to run, and when the call ended. Units: milliseconds since 1970. */
  readonly beganAt?: number;
  readonly endedAt?: number;
}

/** One visible part of a turn. */
export type TurnStep =
  /** `partial`: the text of a reply that was not completed. */
  | { readonly kind: 'text'; readonly role: 'thought' | 'answer' | 'partial'; readonly text: string }
  | {
      readonly kind: 'reasoning';
      readonly text: string;
      /**
       * How long the model thought, the time to its first word included. Units: milliseconds. Absent when the reply has
       * a text as well: nothing says when that began.
       */
      readonly durationMs?: number;
    }
  /** A message that the person sent while the turn ran. */
  | {
      readonly kind: 'message';
      readonly entry: EntryId;
      readonly text: string;
      readonly attachments: readonly Attachment[];
      /** Present until the model gets the message with its next request. */
      readonly isUnread?: true;
    }
  | CallStep
  /** `at`: when the wait began. Units: milliseconds since 1970. */
  | { readonly kind: 'retry'; readonly notice: RetryNotice; readonly at: number }
  | { readonly kind: 'notice'; readonly message: string }
  /** The model was given rules files, without their text here, and the list of skills. */
  | {
      readonly kind: 'instructions';
      readonly files: readonly Omit<RulesFile, 'text' | 'digest'>[];
      readonly skills?: readonly SkillSummary[];
    }
  /** The conversation became shorter for the model. */
  | { readonly kind: 'compaction'; readonly entry: EntryId; readonly report: CompactionReport }
  /** The person went to another moment. `files`: how many files that has changed. */
  | {
      readonly kind: 'jump';
      readonly entry: EntryId;
      readonly scope: JumpScope;
      readonly files: number;
    };

/** `interrupted`: the program ended before the turn did. */
export type TurnState = 'running' | 'interrupted' | TurnEnd;

/** A message and the turn that it started. Unchanged parts stay the same objects from view to view. */
export interface TurnView {
  /** `undefined` for a message that belongs to no turn. */
  readonly id: TurnId | undefined;
  /** Absent for a turn that started without a new message. */
  readonly message?: {
    readonly entry: EntryId;
    readonly text: string;
    readonly attachments: readonly Attachment[];
    readonly at: number;
  };
  readonly mode?: AgentMode;
  /** The step of a plan that it carries out: nobody has typed its message. */
  readonly step?: StepPlace;
  /** Shape: `provider/model`. */
  readonly model?: string;
  readonly state: TurnState;
  readonly error?: ErrorRecord;
  readonly steps: readonly TurnStep[];
  readonly usage: Usage;
  /** Units: US dollars; absent where no price is known. */
  readonly costUsd?: number;
  /** Units: milliseconds since 1970. */
  readonly beganAt?: number;
  readonly endedAt?: number;
}

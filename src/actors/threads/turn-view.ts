import type { AgentMode } from '../protocol/agent.js';
import type { Attachment } from '../protocol/attachment.js';
import type { RetryNotice, Usage } from '../protocol/llm.js';
import type { EntryId, EntryOf, ErrorRecord, TurnEnd, TurnId } from '../protocol/thread.js';
import type { CallPreview, ChangeRecord, ToolCategory } from '../protocol/tool.js';

/** What a call is at. `requested`: the model asked for it, nobody has looked at it. `stopped`: its turn ended first. */
export type CallState =
  'requested' | 'judging' | 'waiting' | 'allowed' | 'running' | 'done' | 'failed' | 'rejected' | 'stopped';

/** A call of a tool, as far as it has come. */
export interface CallStep {
  readonly kind: 'call';
  readonly callId: string;
  readonly tool: string;
  /** Absent for a tool that is not registered. */
  readonly category?: ToolCategory;
  readonly params: unknown;
  readonly state: CallState;
  /** What a person is or was asked about it. */
  readonly question?: Pick<EntryOf<'approval_asked'>, 'reasons' | 'preview' | 'rememberAs'>;
  readonly answer?: Pick<EntryOf<'approval_answered'>, 'decision' | 'by' | 'scope' | 'reason'>;
  /** What it said, once it has ended. */
  readonly output?: string;
  /** The code of its error, where there was one. */
  readonly error?: string;
  readonly changes?: readonly ChangeRecord[];
  /** When its effect began and when it ended. Units: milliseconds since 1970. */
  readonly beganAt?: number;
  readonly endedAt?: number;
}

/** One thing that is shown of a turn. */
export type TurnStep =
  /** `partial`: how far the model came when the turn ended. */
  | { readonly kind: 'text'; readonly role: 'thought' | 'answer' | 'partial'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  /** What the person said while the turn ran. */
  | {
      readonly kind: 'message';
      readonly entry: EntryId;
      readonly text: string;
      readonly attachments: readonly Attachment[];
    }
  | CallStep
  | { readonly kind: 'retry'; readonly notice: RetryNotice }
  | { readonly kind: 'notice'; readonly message: string };

/** `interrupted`: the program went away before the turn ended. */
export type TurnState = 'running' | 'interrupted' | TurnEnd;

/** A message and all that came of it. Everything in it that did not change stays the same object. */
export interface TurnView {
  /** `undefined` for a message that no turn has begun with. */
  readonly id: TurnId | undefined;
  /** Absent for a turn that went on without a new message. */
  readonly message?: {
    readonly entry: EntryId;
    readonly text: string;
    readonly attachments: readonly Attachment[];
    readonly at: number;
  };
  readonly mode?: AgentMode;
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

/** What a call would do, as the person was asked about it. */
export function previewOf(step: CallStep): CallPreview | undefined {
  return step.question?.preview;
}

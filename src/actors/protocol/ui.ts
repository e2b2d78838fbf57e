import type { AgentMode } from './agent.js';
import type { RememberScope } from './approvals.js';
import type { AttachmentRef, UserInput } from './attachment.js';
import type { EntryId, ErrorRecord, LiveEvent, ThreadEntry } from './thread.js';
import type { FilePlace, RootPhase, SearchHit } from './workspace.js';

/** A person's message in the view: `UserInput` with all its fields. */
export type UserMessage = Required<UserInput>;

/** A message that is not part of the thread yet, or the reason why there is none. */
export interface UnsentMessage {
  /** Absent for a failure that no message caused: the conversation could not be read, or not be stored any more. */
  readonly message?: UserMessage;
  /** Why it was not sent. Absent while it is on its way. */
  readonly error?: ErrorRecord;
}

/** What was streamed and is in no entry yet: the parts of the next reply, and the output of running calls by call id. */
export interface LiveTexts {
  readonly draft: readonly { readonly channel: 'answer' | 'reasoning'; readonly text: string }[];
  readonly outputs: readonly (readonly [callId: string, output: string])[];
}

/** The conversation that the view shows. */
export interface ViewThread {
  /** The current branch, or its newest turns, oldest first, with long texts truncated. */
  readonly entries: readonly ThreadEntry[];
  /** Whether earlier turns follow in `earlier` messages. Default: there are none. */
  readonly hasEarlier?: boolean;
  readonly live: LiveTexts;
  /** Whether a turn runs. Otherwise a turn without an end was interrupted. */
  readonly isRunning: boolean;
  readonly unsent: readonly UnsentMessage[];
}

/** An event of the thread; an entry follows the newest entry that the view has. */
export type ViewEvent =
  | { readonly type: 'entry'; readonly entry: ThreadEntry }
  | { readonly type: 'live'; readonly event: LiveEvent };

/** The status that the view shows around the conversation. */
export interface ViewStatus {
  readonly mode: AgentMode;
  readonly provider: string;
  readonly model: string;
  /** The host and port of the server that gets messages and files. Absent when it is the provider's own. */
  readonly host?: string;
  readonly index: {
    readonly phase: RootPhase | 'none' | 'restarting';
    readonly files: number;
    /** Why the index is not as it should be, and what to do, as a sentence. */
    readonly reason?: string;
  };
  /** `false` in restricted mode, where only reading is offered. */
  readonly isTrusted: boolean;
  /** Why no question can be asked now, as a sentence: no folder is open, a setting is invalid. */
  readonly problem?: string;
}

/** Everything that the view needs to draw itself. */
export interface ViewState {
  readonly thread: ViewThread;
  readonly status: ViewStatus;
}

/** Messages from the view to the extension. Text in them comes from a person and is never code. */
export type FromView =
  /** The view's script runs and asks for its state. */
  | { readonly type: 'ready' }
  | {
      readonly type: 'send';
      readonly message: UserMessage;
      /** What becomes of a running turn. Default: the model reads the message at its next step. */
      readonly whileRunning?: 'interrupt';
    }
  | { readonly type: 'stop' }
  | { readonly type: 'newChat' }
  | { readonly type: 'setMode'; readonly mode: AgentMode }
  /** A mention is being typed. The newest `id` wins; older ones need no answer. */
  | { readonly type: 'mentionQuery'; readonly id: number; readonly query: string }
  /** Shape: `path` as in an attachment; lines count from 1. */
  | { readonly type: 'openFile'; readonly path: string; readonly line?: number }
  | {
      readonly type: 'approval';
      readonly callId: string;
      readonly decision: 'approve' | 'deny';
      /** Default: this call only. */
      readonly remember?: RememberScope;
    }
  | { readonly type: 'command'; readonly command: ViewCommand };

/** Commands of the editor that the view may run. */
export type ViewCommand = 'selectModel' | 'setApiKey' | 'openSettings' | 'showOutput' | 'restartIndex';

/** Messages from the extension to the view. */
export type ToView =
  | { readonly type: 'state'; readonly state: ViewState }
  /** Events in their order, batched once a frame. */
  | { readonly type: 'events'; readonly events: readonly ViewEvent[] }
  /** Entries that come right before the oldest that the view has, and begin with the beginning of a turn. */
  | {
      readonly type: 'earlier';
      readonly entries: readonly ThreadEntry[];
      /** Whether there are still earlier ones. */
      readonly hasEarlier: boolean;
    }
  /** The next part of a text of a reply that is to arrive without it, since it is too long for one message. */
  | {
      readonly type: 'longText';
      readonly entry: EntryId;
      readonly field: 'text' | 'reasoning';
      /** Where the part begins. Units: UTF-16 units. */
      readonly start: number;
      readonly text: string;
    }
  /** Opens the search in the conversation. */
  | { readonly type: 'find' }
  /** All messages that are not part of the thread yet, in the order in which they were sent. */
  | { readonly type: 'unsent'; readonly unsent: readonly UnsentMessage[] }
  | { readonly type: 'status'; readonly status: ViewStatus }
  | {
      readonly type: 'mentionHits';
      readonly id: number;
      readonly hits: readonly SearchHit[];
      /** The place in the file, when the query named one. */
      readonly place?: FilePlace;
    }
  /** An attachment for the message that is being written, chosen outside the view. */
  | { readonly type: 'attach'; readonly ref: AttachmentRef }
  | { readonly type: 'focus' };

import type { AgentEvent, AgentMode } from './agent.js';
import type { RememberScope } from './approvals.js';
import type { FilePlace, RelPath, RootPhase, SearchHit } from './workspace.js';

/** A file attached to a message. */
export interface Mention {
  /** The root that contains it, as an absolute path. */
  readonly root: string;
  readonly path: RelPath;
  /** The mentioned line, counted from 1. Absent when the whole file is meant. */
  readonly line?: number;
}

/** A person's message as the view shows it. */
export interface UserMessage {
  readonly text: string;
  readonly mentions: readonly Mention[];
}

/** One message and the events of its turn. Consecutive tokens of one channel are merged into one event. */
export interface Turn {
  readonly message: UserMessage;
  readonly events: readonly AgentEvent[];
  /** `interrupted`: the window was closed before the turn ended. */
  readonly state: 'running' | 'ended' | 'interrupted';
}

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
  readonly turns: readonly Turn[];
  readonly status: ViewStatus;
}

/** Messages from the view to the extension. Text in them comes from a person and is never code. */
export type FromView =
  /** The view's script runs and asks for its state. */
  | { readonly type: 'ready' }
  | { readonly type: 'send'; readonly message: UserMessage }
  | { readonly type: 'stop' }
  | { readonly type: 'newChat' }
  | { readonly type: 'setMode'; readonly mode: AgentMode }
  /** A mention is being typed. The newest `id` wins; older ones need no answer. */
  | { readonly type: 'mentionQuery'; readonly id: number; readonly query: string }
  | { readonly type: 'openFile'; readonly mention: Mention; readonly line?: number }
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
  | { readonly type: 'turnStarted'; readonly message: UserMessage }
  /** Events of the running turn, batched once a frame. */
  | { readonly type: 'events'; readonly events: readonly AgentEvent[] }
  | { readonly type: 'turnEnded' }
  | { readonly type: 'status'; readonly status: ViewStatus }
  | {
      readonly type: 'mentionHits';
      readonly id: number;
      readonly hits: readonly SearchHit[];
      /** The place in the file, when the query named one. */
      readonly place?: FilePlace;
    }
  /** A file to mention, chosen outside the view. */
  | { readonly type: 'addMention'; readonly mention: Mention }
  | { readonly type: 'focus' };

import type { AgentEvent, AgentMode } from './agent.js';
import type { RememberScope } from './approvals.js';
import type { FilePlace, RelPath, RootPhase, SearchHit } from './workspace.js';

/** A file that goes with a message. */
export interface Mention {
  /** The root it is in, as an absolute path. */
  readonly root: string;
  readonly path: RelPath;
  /** The line that is meant, counted from 1; absent where it is all of the file. */
  readonly line?: number;
}

/** A message of a person, as the view shows it. */
export interface UserMessage {
  readonly text: string;
  readonly mentions: readonly Mention[];
}

/** One message and all that came of it. Tokens of one channel that follow each other are one event here. */
export interface Turn {
  readonly message: UserMessage;
  readonly events: readonly AgentEvent[];
  /** `interrupted`: the window went away before the turn ended. */
  readonly state: 'running' | 'ended' | 'interrupted';
}

/** What stands around the conversation. */
export interface ViewStatus {
  readonly mode: AgentMode;
  readonly provider: string;
  readonly model: string;
  readonly index: {
    readonly phase: RootPhase | 'none' | 'restarting';
    readonly files: number;
    /** Why it is not as it should be, and what to do, as a sentence. */
    readonly reason?: string;
  };
  /** `false` in restricted mode: then only reading is offered. */
  readonly isTrusted: boolean;
  /** Why nothing can be asked now, as a sentence: no folder is open, a setting is broken. */
  readonly problem?: string;
}

/** All that the view needs to draw itself. */
export interface ViewState {
  readonly turns: readonly Turn[];
  readonly status: ViewStatus;
}

/** What the view tells the extension. Text from it is a person's, never code. */
export type FromView =
  /** The view's script runs: it wants its state. */
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
      /** Default: for this call alone. */
      readonly remember?: RememberScope;
    }
  | { readonly type: 'command'; readonly command: ViewCommand };

/** What the view may ask the editor to do. */
export type ViewCommand = 'selectModel' | 'setApiKey' | 'openSettings' | 'showOutput' | 'restartIndex';

/** What the extension tells the view. */
export type ToView =
  | { readonly type: 'state'; readonly state: ViewState }
  | { readonly type: 'turnStarted'; readonly message: UserMessage }
  /** Events of the running turn, gathered for a frame. */
  | { readonly type: 'events'; readonly events: readonly AgentEvent[] }
  | { readonly type: 'turnEnded' }
  | { readonly type: 'status'; readonly status: ViewStatus }
  | {
      readonly type: 'mentionHits';
      readonly id: number;
      readonly hits: readonly SearchHit[];
      /** Where in the file, when the query said so. */
      readonly place?: FilePlace;
    }
  /** A file to mention, chosen outside the view. */
  | { readonly type: 'addMention'; readonly mention: Mention }
  | { readonly type: 'focus' };

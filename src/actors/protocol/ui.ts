import type { AgentMode } from './agent.js';
import type { RememberScope } from './approvals.js';
import type { AttachmentRef, LineRange, UserInput } from './attachment.js';
import type { UsageSum } from './llm.js';
import type { EntryId, ErrorRecord, LiveEvent, ThreadEntry } from './thread.js';
import type { MemoryFromView, MemoryToView, ViewFork } from './ui-memory.js';
import type { PlanFromView, PlanToView, ShownPlan } from './plans/plan-messages.js';
import type { FilePlace, RootPhase, SearchHit } from './workspace.js';

/** A person's message in the view: `UserInput` with all its fields. */
export type UserMessage = Required<UserInput>;

/** The message that is being written on a page of the view, as the page keeps it. */
export interface KeptDraft {
  /** When it was kept. Units: milliseconds since 1970. */
  readonly at: number;
  /** What only a page reads. Shape: JSON. */
  readonly text: string;
}

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
  /** The messages of the current branch that have alternatives. Default: none. */
  readonly forks?: readonly ViewFork[];
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
  /** How much the model is asked to reason. Absent: what it does by itself. */
  readonly effort?: string;
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
  /** Present while no folder is open: the model has nothing but the conversation. */
  readonly isWithoutFolder?: true;
  /** Why no question can be asked now, as a sentence: the workspace is virtual, a setting is invalid. */
  readonly problem?: string;
  /** The command that helps against the problem, where there is one. */
  readonly remedy?: ViewCommand;
  /** What is wrong with settings and stands in nobody's way, as sentences. */
  readonly warning?: string;
  /** Present while no language model is set up, and the built-in search answers. */
  readonly offersSetup?: true;
  /** The file of the active editor, if it is in the workspace. Shape: absolute. */
  readonly activeFile?: string;
  /** The folders of a window that has several, with the names that it shows. Shape: absolute paths. */
  readonly folders?: readonly { readonly path: string; readonly name: string }[];
  /** How much of the model's context window the last request used. Absent where the window is unknown. */
  readonly context?: { readonly usedTokens: number; readonly windowTokens: number };
  /** What the chat has used, and its last turn. Absent while that is nothing, or nobody pays for it. */
  readonly usage?: { readonly chat: UsageSum; readonly lastTurn?: UsageSum };
  /** How many persistent terminals of the agent are open. Absent while there is none. */
  readonly terminals?: number;
  /** What is the matter with MCP servers. Absent while all is well. */
  readonly toolServers?: {
    /** How many wait for the person's approval, how many for a sign-in or a value, and how many others do not work. */
    readonly unapproved: number;
    readonly needing: number;
    readonly failed: number;
    /** The server that asks the person something. Absent while none does. */
    readonly asking?: string;
  };
}

/** What the editor can attach besides files: the selection, its problems, a terminal's output, uncommitted changes. */
export type EditorContent = 'selection' | 'problems' | 'terminal' | 'changes';

/** Something that a mention may mean besides the files that the index finds. */
export type MentionOffer =
  /** A file that is open in an editor or was shown in one. Shape: `path` is absolute, `shown` as the window shows it. */
  | { readonly kind: 'file'; readonly path: string; readonly shown: string; readonly isOpen: boolean }
  /** `detail` says which, as a phrase: `cart.js:3-9`. */
  | { readonly kind: 'content'; readonly content: EditorContent; readonly detail?: string }
  /** Symbols can be searched for: `@#` begins such a search. */
  | { readonly kind: 'symbols' }
  /** Shape: `icon` is the name of a codicon without its prefix `symbol-`; `path` is absolute. */
  | {
      readonly kind: 'symbol';
      readonly name: string;
      readonly icon: string;
      readonly path: string;
      readonly range: LineRange;
    };

/** A command of somebody's own: `/name` at the beginning of a message stands for its text. */
export interface ViewOwnCommand {
  readonly name: string;
  /** What it takes and does, and whose it is. */
  readonly description: string;
}

/** A file that the agent has changed and that the person has neither kept nor undone yet. */
export interface ChangedFile {
  /** Where it is, absolute; for a deleted file where it was. */
  readonly path: string;
  /** The path as a person reads it. */
  readonly shown: string;
  readonly change: 'created' | 'changed' | 'deleted' | 'moved';
  /** Units: lines. */
  readonly added: number;
  readonly removed: number;
  /** Whether only lines are left that the person has edited since, so that nothing can be undone. Default: no. */
  readonly isEdited?: boolean;
}

/** What a person does with changes: look at them, accept them, or take them back. */
export type ReviewAction = 'open' | 'keep' | 'undo';

/** Which chat is shown. `key`: the same until another one is shown, also when its first message gives it a thread. */
export interface ViewChat {
  readonly key: string;
  /** The id of its thread. Absent before its first message. */
  readonly id?: string;
}

/** Everything that the view needs to draw itself. */
export interface ViewState {
  /** Default: it is unknown. */
  readonly chat?: ViewChat;
  readonly thread: ViewThread;
  readonly status: ViewStatus;
  /** Default: none. */
  readonly changedFiles?: readonly ChangedFile[];
  /** Default: there is none. */
  readonly plan?: ShownPlan;
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
  /** Asks which commands of people's own there are, which come as `ownCommands`. */
  | { readonly type: 'listCommands' }
  /** Takes back a message that the model has not read. */
  | { readonly type: 'withdraw'; readonly entry: EntryId }
  | { readonly type: 'stop' }
  | { readonly type: 'newChat' }
  | { readonly type: 'setMode'; readonly mode: AgentMode }
  /** A mention is being typed. The newest `id` wins; older ones need no answer. */
  | { readonly type: 'mentionQuery'; readonly id: number; readonly query: string }
  /** Asks for what the editor has now, which comes as `attach`. */
  | { readonly type: 'attachContent'; readonly content: EditorContent }
  /** Text was pasted that was copied in an editor. The answer is `attach` if it is selected there, or else `insert`. */
  | { readonly type: 'pasteCode'; readonly text: string }
  /** Shape: `path` as in an attachment; lines and columns count from 1, `endLine` is included. */
  | {
      readonly type: 'openFile';
      readonly path: string;
      readonly line?: number;
      readonly endLine?: number;
      readonly column?: number;
    }
  /** Opens the definition of a symbol. Shape: `createHost`, `Cart.total`. */
  | { readonly type: 'openSymbol'; readonly name: string }
  /** Puts code where the cursor is in the editor. */
  | { readonly type: 'insertCode'; readonly text: string }
  /** Asks the model to put code into the file that it belongs to. */
  | { readonly type: 'applyCode'; readonly text: string }
  /** Puts a command into a terminal, and does not run it. Shape: one line. */
  | { readonly type: 'runInTerminal'; readonly text: string }
  /** What is being written has changed. */
  | { readonly type: 'keepDraft'; readonly draft: KeptDraft }
  /** The page has got or lost the focus. */
  | { readonly type: 'focused'; readonly isFocused: boolean }
  /** Sends the message of that entry again, in its own place. */
  | { readonly type: 'retry'; readonly entry: EntryId }
  /** Goes on with the last turn, which was interrupted. */
  | { readonly type: 'resume' }
  | {
      readonly type: 'approval';
      readonly callId: string;
      readonly decision: 'approve' | 'deny';
      /** Default: this call only. */
      readonly remember?: RememberScope;
      /** What the model reads of a denial, at most 2,000 characters. Default: that the person denied it. */
      readonly reason?: string;
    }
  /** Opens the change that a question is about in the editor. */
  | { readonly type: 'openDiff'; readonly callId: string }
  /** Shape: `path` as in `ChangedFile`. Default: all files. */
  | { readonly type: 'review'; readonly action: ReviewAction; readonly path?: string }
  | { readonly type: 'command'; readonly command: ViewCommand }
  | MemoryFromView
  | PlanFromView;

/** Commands of the editor that the view may run. */
export type ViewCommand =
  | 'selectModel'
  | 'setApiKey'
  | 'openSettings'
  | 'showOutput'
  | 'restartIndex'
  | 'manageTrust'
  | 'openFolder'
  | 'attachFiles'
  | 'importChat'
  | 'showTerminals'
  | 'showMcpServers'
  | 'answerMcpServer';

/** Messages from the extension to the view. */
export type ToView =
  | { readonly type: 'state'; readonly state: ViewState }
  /** What the page has kept last. Comes before the first state. */
  | { readonly type: 'keptDraft'; readonly draft: KeptDraft }
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
  /** Messages that could not be sent, and whose chat is not shown any more: they go back into the message box. */
  | { readonly type: 'returned'; readonly messages: readonly UserMessage[]; readonly reason: string }
  | { readonly type: 'status'; readonly status: ViewStatus }
  | { readonly type: 'ownCommands'; readonly commands: readonly ViewOwnCommand[] }
  | { readonly type: 'changedFiles'; readonly files: readonly ChangedFile[] }
  | {
      readonly type: 'mentionHits';
      readonly id: number;
      readonly hits: readonly SearchHit[];
      /** The place in the file, when the query named one. */
      readonly place?: FilePlace;
    }
  /** What a mention may mean besides the hits. Replaces what was offered for the query before. */
  | { readonly type: 'mentionOffers'; readonly id: number; readonly offers: readonly MentionOffer[] }
  /** Text for the message that is being written, at the caret. */
  | { readonly type: 'insert'; readonly text: string }
  /** An attachment for the message that is being written, chosen outside the view. */
  | { readonly type: 'attach'; readonly ref: AttachmentRef }
  /** Plays a sound: Troupe asks something, or has finished. */
  | { readonly type: 'sound'; readonly sound: 'question' | 'end' }
  | { readonly type: 'focus' }
  | MemoryToView
  | PlanToView;

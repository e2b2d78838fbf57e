import type { AttachmentRef } from './attachment.js';
import type { JumpChoice, JumpFile, JumpScope } from './file-version.js';
import type { EntryId, ThreadId, TurnId } from './thread.js';
import type { DeletedThread, OrphanedThreads, ThreadHit, ThreadSummary } from './thread-store.js';

/** A chat in the list of the view. */
export interface ListedChat extends Pick<ThreadSummary, 'id' | 'title' | 'changedAt' | 'isArchived'> {
  /** `asking`: it waits for an answer of the person. `elsewhere`: another window writes to it. Absent: nothing runs. */
  readonly activity?: 'running' | 'asking' | 'elsewhere';
  /** Number of its persistent terminals that are open. Absent: none is. */
  readonly terminals?: number;
}

/** The chats of the window's folder. */
export interface ChatList {
  /** The most recently changed first, without chats that have no message. */
  readonly chats: readonly ListedChat[];
  /** The chat that the view shows. Absent before its first message. */
  readonly open?: ThreadId;
  /** Those in the trash, the most recently deleted first. */
  readonly deleted: readonly Pick<DeletedThread, 'id' | 'title' | 'deletedAt'>[];
  /** Chats of workspace folders that are gone, those first that are likely to be of this one. Absent: there are none. */
  readonly orphans?: readonly OrphanedThreads[];
  /** Why the list is not whole, as a sentence. */
  readonly problem?: string;
}

/**
 * What a person does with a chat of the list. `delete` moves it to the trash, `restore` takes it out; `terminals` lists
 * its persistent terminals.
 */
export type ChatAction =
  | 'open'
  | 'duplicate'
  | 'export'
  | 'archive'
  | 'unarchive'
  | 'delete'
  | 'restore'
  | 'terminals';

/** A message with alternatives in other branches of its thread. */
export interface ViewFork {
  /** The message in the branch that is shown. */
  readonly message: EntryId;
  /** The newest entry of the branch of each alternative, in the order in which the messages were sent. */
  readonly heads: readonly EntryId[];
  /** The index of the branch that is shown. */
  readonly current: number;
}

/**
 * A moment of the thread that files can be put back to. Shape: a message of the person, for the moment before it; or
 * another entry, for the moment after it.
 */
export type Moment = EntryId;

/** What going back to a moment would do to a file. */
export interface PlannedFile extends Pick<JumpFile, 'action' | 'choices'> {
  /** Absolute. */
  readonly path: string;
  /** The path as a person reads it. */
  readonly shown: string;
  /** What becomes of the file: it comes back, it goes, or its content changes. */
  readonly effect: 'created' | 'deleted' | 'changed';
}

/** What going back to a moment would do. Files that are as they were are left out. */
export interface JumpPreview {
  readonly moment: Moment;
  readonly files: readonly PlannedFile[];
  /** Why it cannot be told, as a sentence. `files` is empty then. */
  readonly problem?: string;
}

/** What was chosen for a file that somebody else has changed. */
export interface ChosenFile {
  readonly path: string;
  readonly choice: JumpChoice;
}

/** Messages from the view about chats and about moments of the chat that is shown. */
export type MemoryFromView =
  /** The list of chats is shown: `chats` messages follow, until it is closed. */
  | { readonly type: 'listChats'; readonly isShown: boolean }
  /** Searches messages and answers. The newest `id` wins; older ones need no answer. */
  | { readonly type: 'searchChats'; readonly id: number; readonly query: string }
  /** `entry`: the message or answer to scroll to, with `open`; the newest entry of the copy, with `duplicate`. */
  | {
      readonly type: 'chat';
      readonly action: ChatAction;
      readonly thread: ThreadId;
      readonly entry?: EntryId;
    }
  | { readonly type: 'renameChat'; readonly thread: ThreadId; readonly title: string }
  /** Brings the chats of workspace folders that are gone into this window's. */
  | { readonly type: 'adoptChats'; readonly roots: readonly string[] }
  /** Sends another message in the place of an earlier one. `putsFilesBack`: files first become what they were before it. */
  | {
      readonly type: 'editMessage';
      readonly entry: EntryId;
      readonly message: { readonly text: string; readonly attachments: readonly AttachmentRef[] };
      readonly putsFilesBack: boolean;
    }
  /** Shows the branch that ends with this entry. */
  | { readonly type: 'switchBranch'; readonly head: EntryId }
  /** Asks what going back to a moment would do, which comes as `plannedJump`. */
  | { readonly type: 'planJump'; readonly moment: Moment }
  /** Opens what going back to a moment would change, in one editor. */
  | { readonly type: 'showJump'; readonly moment: Moment }
  /** Opens what has become of a file since a moment. Shape: `path` is absolute. */
  | { readonly type: 'showSince'; readonly moment: Moment; readonly path: string }
  | {
      readonly type: 'jump';
      readonly moment: Moment;
      readonly scope: JumpScope;
      readonly choices: readonly ChosenFile[];
    }
  /** Goes on from a moment in a copy of the chat. */
  | { readonly type: 'branchOff'; readonly moment: Moment }
  /** Goes back to where the person was before a jump. */
  | { readonly type: 'undoJump'; readonly jump: EntryId }
  /** Undoes the changes of the newest turn that changed files, or makes the ones again that were undone last. */
  | { readonly type: 'timeTravel'; readonly direction: 'undo' | 'redo' };

/** Messages to the view about chats and about moments of the chat that is shown. */
export type MemoryToView =
  | { readonly type: 'chats'; readonly list: ChatList }
  | { readonly type: 'chatHits'; readonly id: number; readonly hits: readonly ThreadHit[] }
  /** Opens the list of chats. */
  | { readonly type: 'showChats' }
  /** Scrolls to a message or an answer of the chat that is shown. `turn`: the turn that it belongs to. */
  | {
      readonly type: 'goTo';
      readonly entry: EntryId;
      readonly turn: TurnId | undefined;
      readonly role: ThreadHit['role'];
    }
  | { readonly type: 'plannedJump'; readonly plan: JumpPreview };

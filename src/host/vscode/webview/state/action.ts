import type { AttachmentRef } from '../../../../actors/protocol/attachment.js';
import type { EntryId } from '../../../../actors/protocol/thread.js';
import type { FromView, ToView, UserMessage } from '../../../../actors/protocol/ui.js';
import type { MemoryAction } from './memory-state.js';

/** A movement of the selection in a list. */
export type Move = 'next' | 'previous' | 'first' | 'last' | 'pageDown' | 'pageUp';

/** What the person does in the view. */
export type LocalAction =
  /** The text or only the caret has changed. Units of `caret`: UTF-16 units. */
  | { readonly type: 'typed'; readonly text: string; readonly caret: number }
  /** The message box has lost the focus. */
  | { readonly type: 'left' }
  /** A mention begins at the end of the text, which this replaces. */
  | { readonly type: 'beginMention'; readonly text: string }
  /** Adds a text at the end of the message that is being written. */
  | { readonly type: 'addText'; readonly text: string }
  | { readonly type: 'moveChoice'; readonly move: Move }
  | { readonly type: 'chooseHit'; readonly index: number }
  /** Closes the file list of the current mention. */
  | { readonly type: 'closeSearch' }
  | { readonly type: 'detach'; readonly ref: AttachmentRef }
  /** Attachments that the view has read by itself, such as pasted images. */
  | { readonly type: 'attachRead'; readonly refs: readonly AttachmentRef[] }
  /** Something could not be attached. Shape: a sentence. */
  | { readonly type: 'refused'; readonly reason: string }
  /** Code that was copied in an editor was pasted in the place of the text from `start` to `end`. */
  | { readonly type: 'pastedCode'; readonly text: string; readonly start: number; readonly end: number }
  /** Brings a message of the conversation back to the box. */
  | { readonly type: 'recall'; readonly move: 'older' | 'newer' }
  /** Takes a queued message back, to change it. */
  | { readonly type: 'editQueued'; readonly entry: EntryId }
  /** Files and folders were dropped on the view. Shape: absolute paths. */
  | { readonly type: 'dropped'; readonly paths: readonly string[] }
  /** `interrupts`: a running turn ends. Default: the model reads the message at its next step. */
  | { readonly type: 'sendDraft'; readonly interrupts?: boolean }
  | { readonly type: 'closeFind' }
  /** Sends this message and leaves the draft as it is. */
  | { readonly type: 'ask'; readonly message: UserMessage }
  /** An action that only the extension handles. */
  | {
      readonly type: 'tell';
      readonly message: Exclude<FromView, { type: 'send' | 'mentionQuery' | 'searchChats' }>;
    }
  | MemoryAction;

export type Action = ToView | LocalAction;

/** Dispatches an action from a component. */
export type Dispatch = (action: LocalAction) => void;

import type { AttachmentRef } from '../../../../actors/protocol/attachment.js';
import type { FromView, ToView, UserMessage } from '../../../../actors/protocol/ui.js';

/** A movement of the selection in a list. */
export type Move = 'next' | 'previous' | 'first' | 'last' | 'pageDown' | 'pageUp';

/** What the person does in the view. */
export type LocalAction =
  /** The text or only the caret has changed. Units of `caret`: UTF-16 units. */
  | { readonly type: 'typed'; readonly text: string; readonly caret: number }
  /** The message box has lost the focus. */
  | { readonly type: 'left' }
  | { readonly type: 'moveChoice'; readonly move: Move }
  | { readonly type: 'chooseHit'; readonly index: number }
  /** Closes the file list of the current mention. */
  | { readonly type: 'closeSearch' }
  | { readonly type: 'detach'; readonly ref: AttachmentRef }
  /** Files and folders were dropped on the view. Shape: absolute paths. */
  | { readonly type: 'dropped'; readonly paths: readonly string[] }
  /** `interrupts`: a running turn ends. Default: the model reads the message at its next step. */
  | { readonly type: 'sendDraft'; readonly interrupts?: boolean }
  | { readonly type: 'closeFind' }
  /** Sends this message and leaves the draft as it is. */
  | { readonly type: 'ask'; readonly message: UserMessage }
  /** An action that only the extension handles. */
  | { readonly type: 'tell'; readonly message: Exclude<FromView, { type: 'send' | 'mentionQuery' }> };

export type Action = ToView | LocalAction;

/** Dispatches an action from a component. */
export type Dispatch = (action: LocalAction) => void;

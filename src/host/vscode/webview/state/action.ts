import type { FromView, Mention, ToView, UserMessage } from '../../../../actors/protocol/ui.js';

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
  | { readonly type: 'removeMention'; readonly mention: Mention }
  | { readonly type: 'sendDraft' }
  /** Sends this message and leaves the draft as it is. */
  | { readonly type: 'ask'; readonly message: UserMessage }
  /** An action that only the extension handles. */
  | { readonly type: 'tell'; readonly message: Exclude<FromView, { type: 'send' | 'mentionQuery' }> };

export type Action = ToView | LocalAction;

/** Dispatches an action from a component. */
export type Dispatch = (action: LocalAction) => void;

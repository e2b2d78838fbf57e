import type { FromView, Mention, ToView, UserMessage } from '../../../../actors/protocol/ui.js';

/** Where in a list the choice moves to. */
export type Move = 'next' | 'previous' | 'first' | 'last' | 'pageDown' | 'pageUp';

/** What a person does in the view. */
export type LocalAction =
  /** The text was typed, or only the caret moved. Units of `caret`: UTF-16 units. */
  | { readonly type: 'typed'; readonly text: string; readonly caret: number }
  /** The focus left the message. */
  | { readonly type: 'left' }
  | { readonly type: 'moveChoice'; readonly move: Move }
  | { readonly type: 'chooseHit'; readonly index: number }
  /** No more files for this mention. */
  | { readonly type: 'closeSearch' }
  | { readonly type: 'removeMention'; readonly mention: Mention }
  | { readonly type: 'sendDraft' }
  /** Sends this message and leaves the draft as it is. */
  | { readonly type: 'ask'; readonly message: UserMessage }
  /** What the extension alone acts upon. */
  | { readonly type: 'tell'; readonly message: Exclude<FromView, { type: 'send' | 'mentionQuery' }> };

export type Action = ToView | LocalAction;

/** How components say what a person did. */
export type Act = (action: LocalAction) => void;

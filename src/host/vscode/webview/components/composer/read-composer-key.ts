import type { LocalAction, Move } from '../../state/action.js';

/** The parts of a keyboard event that the composer needs. */
export type ComposerKeyEvent = Readonly<
  Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat'>
>;

/** The state that the meaning of a key depends on. */
export interface ComposerSituation {
  /** The number of lines in the list, and the index of the active one. */
  readonly hits: number;
  readonly active: number;
  readonly isSearching: boolean;
  readonly isRunning: boolean;
  /** Whether nothing is written. */
  readonly isEmpty: boolean;
  /** Whether a message of the conversation was brought back, and is as it was. */
  readonly isRecalled: boolean;
  /** Whether the caret is in the first line, and in the last. */
  readonly isFirstLine: boolean;
  readonly isLastLine: boolean;
}

const MOVES: Readonly<Record<string, Move>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  PageDown: 'pageDown',
  PageUp: 'pageUp',
};

/** The action of a key in the composer; `undefined` for keys without one, which are left to the text and the view. */
export function readComposerKey(
  key: ComposerKeyEvent,
  situation: ComposerSituation,
): LocalAction | undefined {
  const { isRunning, isEmpty } = situation;
  const isControl = (key.ctrlKey || key.metaKey) && !key.shiftKey && !key.altKey && !key.repeat;
  if (key.key === 'Enter' && isControl && isRunning && !isEmpty)
    return { type: 'sendDraft', interrupts: true };
  if (key.key === 'ArrowUp' && isControl && isEmpty && !isRunning) return { type: 'editLast' };
  const isPlain = !key.shiftKey && !key.ctrlKey && !key.altKey && !key.metaKey;
  if (!isPlain) return undefined;
  if (key.key === 'Escape') {
    if (situation.isSearching) return { type: 'closeSearch' };
    return isRunning ? { type: 'tell', message: { type: 'stop' } } : undefined;
  }
  if (situation.hits > 0) {
    const move = MOVES[key.key];
    if (move !== undefined) return { type: 'moveChoice', move };
    if (key.key === 'Enter' || key.key === 'Tab') return { type: 'chooseHit', index: situation.active };
  }
  if (key.key === 'ArrowUp' && (isEmpty || (situation.isRecalled && situation.isFirstLine)))
    return { type: 'recall', move: 'older' };
  if (key.key === 'ArrowDown' && situation.isRecalled && situation.isLastLine)
    return { type: 'recall', move: 'newer' };
  return key.key === 'Enter' ? { type: 'sendDraft' } : undefined;
}

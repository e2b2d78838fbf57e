import type { LocalAction, Move } from '../../state/action.js';

/** The parts of a keyboard event that the composer needs. */
export type Key = Readonly<
  Pick<
    KeyboardEvent,
    'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'repeat' | 'isComposing' | 'keyCode'
  >
>;

// The key code for a key that an input method has consumed, in browsers that do not set `isComposing`.
const IME_KEY_CODE = 229;

/** The state that the meaning of a key depends on. */
export interface ComposerSituation {
  /** The number of listed files, and the index of the active one. */
  readonly hits: number;
  readonly active: number;
  readonly isSearching: boolean;
  readonly isRunning: boolean;
  /** Whether nothing is written. */
  readonly isEmpty: boolean;
  /** The call that Ctrl+Enter approves, and Ctrl+Backspace denies. */
  readonly approvable: string | undefined;
}

const MOVES: Readonly<Record<string, Move>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  PageDown: 'pageDown',
  PageUp: 'pageUp',
};

/** The action of a key in the composer; `undefined` for keys without one. */
export function readComposerKey(key: Key, situation: ComposerSituation): LocalAction | undefined {
  const { approvable } = situation;
  if (key.key === 'Enter' && (key.ctrlKey || key.metaKey) && approvable !== undefined && !key.repeat)
    return { type: 'tell', message: { type: 'approval', callId: approvable, decision: 'approve' } };
  if (key.key === 'Backspace' && (key.ctrlKey || key.metaKey) && approvable !== undefined && !key.repeat)
    return { type: 'tell', message: { type: 'approval', callId: approvable, decision: 'deny' } };
  const isControl = (key.ctrlKey || key.metaKey) && !key.shiftKey && !key.altKey && !key.repeat;
  if (key.key === 'Enter' && isControl && situation.isRunning && !situation.isEmpty && !isComposing(key))
    return { type: 'sendDraft', interrupts: true };
  const isPlain = !key.shiftKey && !key.ctrlKey && !key.altKey && !key.metaKey;
  if (isComposing(key) || !isPlain) return undefined;
  if (key.key === 'Escape') {
    if (situation.isSearching) return { type: 'closeSearch' };
    return situation.isRunning ? { type: 'tell', message: { type: 'stop' } } : undefined;
  }
  if (situation.hits > 0) {
    const move = MOVES[key.key];
    if (move !== undefined) return { type: 'moveChoice', move };
    if (key.key === 'Enter' || key.key === 'Tab') return { type: 'chooseHit', index: situation.active };
  }
  return key.key === 'Enter' ? { type: 'sendDraft' } : undefined;
}

/** Whether an input method uses the key. */
function isComposing({ isComposing, keyCode }: Key): boolean {
  return isComposing || keyCode === IME_KEY_CODE;
}

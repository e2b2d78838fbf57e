import type { FromView } from '../../../../../actors/protocol/ui.js';
import type { ComposerKeyEvent } from './read-composer-key.js';

type Approval = Extract<FromView, { type: 'approval' }>;

/**
 * The answer that a key gives to the question about a call, wherever the focus is: Ctrl+Enter approves, Ctrl+Backspace
 * denies. In a text they belong to the text: one sends it, and the other deletes a word.
 */
export function readApprovalKey(
  key: ComposerKeyEvent,
  callId: string | undefined,
  isInText: boolean,
): Approval | undefined {
  const isControl = (key.ctrlKey || key.metaKey) && !key.shiftKey && !key.altKey && !key.repeat;
  if (callId === undefined || !isControl || isInText) return undefined;
  if (key.key === 'Enter') return { type: 'approval', callId, decision: 'approve' };
  return key.key === 'Backspace' ? { type: 'approval', callId, decision: 'deny' } : undefined;
}

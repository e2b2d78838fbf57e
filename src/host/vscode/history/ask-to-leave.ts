import { window } from 'vscode';
import { LEAVE_TEXTS } from '../words/editor-words.js';

/** Asks whether the conversation may be left. `loss`: what ends with it, as sentences. */
export async function askToLeave(loss: string): Promise<boolean> {
  const stop = LEAVE_TEXTS.stopIt;
  const answer = await window.showWarningMessage(LEAVE_TEXTS.leave, { modal: true, detail: loss }, stop);
  return answer === stop;
}

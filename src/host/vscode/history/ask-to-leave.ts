import { window } from 'vscode';
import { LEAVE_TEXTS } from '../words/editor-words.js';
import type { LeaveQuestion } from './ask-about-terminals.js';

/** Asks what becomes of what runs in a chat's terminals. Resolves to `undefined` when the chat is to stay as it is. */
export async function askToLeave(question: LeaveQuestion): Promise<'end' | 'keep' | undefined> {
  const { why, detail, count } = question;
  const end = count === 1 ? LEAVE_TEXTS.endOne : LEAVE_TEXTS.end;
  const keep = count === 1 ? LEAVE_TEXTS.keepOne : LEAVE_TEXTS.keep;
  const answer = await window.showWarningMessage(LEAVE_TEXTS[why], { modal: true, detail }, end, keep);
  if (answer === undefined) return undefined;
  return answer === end ? 'end' : 'keep';
}

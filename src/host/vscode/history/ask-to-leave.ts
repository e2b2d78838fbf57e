import { window } from 'vscode';
import type { AgentTerminals } from '../terminals/agent-terminals.js';
import { describeLoss } from './leave-question.js';

/** Asks whether a conversation may be left, if something runs in it. Resolves to whether it may. */
export async function askToLeave(
  isRunning: boolean,
  terminals: Pick<AgentTerminals, 'list'>,
): Promise<boolean> {
  const detail = describeLoss(isRunning, terminals.list());
  if (detail === undefined) return true;
  const stop = 'Stop It';
  const answer = await window.showWarningMessage('Leave this conversation?', { modal: true, detail }, stop);
  return answer === stop;
}

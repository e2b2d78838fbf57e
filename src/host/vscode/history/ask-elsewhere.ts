import { window } from 'vscode';
import { ELSEWHERE_TEXTS } from '../words/memory-words.js';

/**
 * Asks how a chat goes on that another window or program has open. Resolves to `undefined` when it does not go on now.
 * `isRunning`: whether a turn runs there, so that only a copy can go on here.
 */
export async function askElsewhere(isRunning: boolean): Promise<'here' | 'copy' | undefined> {
  const { question, idle, running, here, copy } = ELSEWHERE_TEXTS;
  const answer = await window.showWarningMessage(
    question,
    { modal: true, detail: isRunning ? running : idle },
    ...(isRunning ? [copy] : [here, copy]),
  );
  if (answer === undefined) return undefined;
  return answer === here ? 'here' : 'copy';
}

import { window } from 'vscode';

/** Asks whether the conversation may be left. `loss`: what ends with it, as sentences. */
export async function askToLeave(loss: string): Promise<boolean> {
  const stop = 'Stop It';
  const answer = await window.showWarningMessage(
    'Leave this conversation?',
    { modal: true, detail: loss },
    stop,
  );
  return answer === stop;
}

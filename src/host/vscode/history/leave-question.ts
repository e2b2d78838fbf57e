import type { AgentTerminal } from '../terminals/agent-terminals.js';
import { LEAVE_TEXTS } from '../words/editor-words.js';

/** What would end with a conversation, as sentences; `undefined` when nothing runs. */
export function describeLoss(isRunning: boolean, terminals: readonly AgentTerminal[]): string | undefined {
  const busy = terminals.filter(({ isBusy }) => isBusy);
  if (!isRunning && busy.length === 0) return undefined;
  const commands = busy.map(({ id, lastCommand }) => lastCommand ?? LEAVE_TEXTS.terminal(id)).join(', ');
  return [
    ...(isRunning ? [LEAVE_TEXTS.isWorking] : []),
    ...(busy.length === 0 ? [] : [LEAVE_TEXTS.terminalsRun(commands)]),
    LEAVE_TEXTS.ends,
  ].join(' ');
}

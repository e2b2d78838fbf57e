import type { AgentTerminal } from '../terminals/agent-terminals.js';

/** What would end with a conversation, as sentences; `undefined` when nothing runs. */
export function describeLoss(isRunning: boolean, terminals: readonly AgentTerminal[]): string | undefined {
  const busy = terminals.filter(({ isBusy }) => isBusy);
  if (!isRunning && busy.length === 0) return undefined;
  const commands = busy.map(({ id, lastCommand }) => lastCommand ?? `terminal ${id}`).join(', ');
  return [
    ...(isRunning ? ['Troupe is still working in this conversation.'] : []),
    ...(busy.length === 0 ? [] : [`Its terminals still run ${commands}.`]),
    'That ends; the conversation itself is kept.',
  ].join(' ');
}

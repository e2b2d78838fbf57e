import type { AgentTerminal } from '../terminals/agent-terminals.js';
import { LEAVE_TEXTS } from '../words/editor-words.js';

/** The question what becomes of the commands that run in the terminals of a chat. */
export interface LeaveQuestion {
  /** What the person is about to do with the chat. */
  readonly why: 'leave' | 'delete';
  /** What runs, and what becomes of the chat, as sentences. */
  readonly detail: string;
  /** Number of commands that run. At least 1. */
  readonly count: number;
}

/** The question about a chat's terminals; `undefined` when nothing runs in them. */
export function askAboutTerminals(
  why: LeaveQuestion['why'],
  terminals: readonly AgentTerminal[],
): LeaveQuestion | undefined {
  const busy = terminals.filter(({ isBusy }) => isBusy);
  if (busy.length === 0) return undefined;
  const commands = busy.map(({ id, lastCommand }) => lastCommand ?? LEAVE_TEXTS.terminal(id)).join(', ');
  const kept = why === 'delete' ? LEAVE_TEXTS.inTrash : LEAVE_TEXTS.kept;
  return { why, detail: [LEAVE_TEXTS.terminalsRun(commands), kept].join(' '), count: busy.length };
}

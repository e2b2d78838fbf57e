import type { Agent } from './agent.js';
import type { AskingTerminal } from './terminal/asking-terminal.js';

/** Starts an agent, runs `work` with it, and resolves to the exit code. `terminal` is where a person can be asked. */
export type StartAgent = (
  work: (agent: Agent) => Promise<number>,
  terminal?: AskingTerminal,
) => Promise<number>;

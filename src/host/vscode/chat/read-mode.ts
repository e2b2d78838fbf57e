import type { AgentMode } from '../../../actors/protocol/agent.js';

const MODES: readonly AgentMode[] = ['ask', 'gather', 'agent'];

/** The mode, if it is one that the view offers. */
export function readMode(raw: unknown): AgentMode | undefined {
  return MODES.find((mode) => mode === raw);
}

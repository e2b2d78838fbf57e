import type { AgentMode } from '../../../actors/protocol/agent.js';
import { AGENT_MODES } from '../../../actors/protocol/modes/capabilities.js';

/** The mode, if it is one. */
export function readMode(raw: unknown): AgentMode | undefined {
  return AGENT_MODES.find((mode) => mode === raw);
}

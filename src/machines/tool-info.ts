import type { AgentMode } from '../actors/protocol/agent.js';
import { CAPABILITIES } from '../actors/protocol/modes/capabilities.js';
import type { Tool } from '../actors/protocol/tool.js';

/** What a machine needs to know about a tool: plain data, where a `Tool` holds functions. */
export type ToolInfo = Pick<Tool, 'name' | 'category' | 'server' | 'isReadOnly' | 'canLook' | 'modes'>;

/** Every registered tool by name. */
export type ToolTable = ReadonlyMap<string, ToolInfo>;

/** Whether `tool` may be used in `mode`. Source: SPEC A2. */
export function isOffered({ category, isReadOnly, canLook, modes }: ToolInfo, mode: AgentMode): boolean {
  const { read, write, run, network, servers } = CAPABILITIES[mode];
  if (modes?.some((one) => one === mode) === false) return false;
  switch (category) {
    case 'Web tools':
      return network === 'yes' || (network === 'asked' && isReadOnly);
    case 'MCP tools':
      return servers !== 'no';
    case 'Dangerous tools':
      return run === 'yes' || (run === 'looking' && canLook === true) || (read && isReadOnly);
    default:
      return isReadOnly ? read : write;
  }
}

import type { AgentMode } from '../actors/protocol/agent.js';
import type { Tool } from '../actors/protocol/tool.js';

/** What a machine needs to know about a tool: plain data, where a `Tool` holds functions. */
export type ToolInfo = Pick<Tool, 'name' | 'category' | 'server' | 'isReadOnly'>;

/** Every registered tool by name. */
export type ToolTable = ReadonlyMap<string, ToolInfo>;

/** Whether `tool` may be used in `mode`. Source: SPEC A2. */
export function isOffered(tool: ToolInfo, mode: AgentMode): boolean {
  return mode === 'agent' || (mode === 'gather' && tool.isReadOnly);
}

import { ToolRegistry } from '../actors/tools/calls/registry.js';
import type { ToolTable } from '../machines/tool-info.js';
import { registerTools, registerWebTools } from './compose-tools.js';

/** What machines need to know of the tools of every host. None of them can be called. */
export function listBuiltInTools(): ToolTable {
  const tools = new ToolRegistry();
  // Only calls need what tools work with.
  const nothing = {} as Parameters<typeof registerTools>[1] & Parameters<typeof registerWebTools>[1];
  registerTools(tools, nothing);
  registerWebTools(tools, nothing, true);
  return new Map(tools.list().map((tool) => [tool.name, tool]));
}

import { isRecord } from '../../../../actors/protocol/json/json-shape.js';

/** A tool of an MCP server, as both are spelled. */
export interface ServerTool {
  readonly server: string;
  readonly tool: string;
}

/** Reads the name that models know the tool of a server by; `undefined` for any other tool. Shape: `server__tool`. */
export function readServerTool(name: string): ServerTool | undefined {
  const at = name.indexOf('__');
  return at > 0 && at + 2 < name.length ? { server: name.slice(0, at), tool: name.slice(at + 2) } : undefined;
}

/**
 * The call that a call is about: of a server with many tools, one tool calls the others, with their names and arguments.
 */
export function readInnerCall(
  name: string,
  params: unknown,
): { readonly name: string; readonly params: unknown } {
  const outer = readServerTool(name);
  if (outer?.tool !== 'call_tool' || !isRecord(params)) return { name, params };
  const { tool, arguments: args } = params;
  const isOfServer = typeof tool === 'string' && readServerTool(tool)?.server === outer.server;
  return isOfServer ? { name: tool, params: args ?? {} } : { name, params };
}

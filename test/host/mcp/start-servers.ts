import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { McpServerDefinition } from '../../../src/actors/protocol/mcp.js';
import type { ToolContext, ToolResult } from '../../../src/actors/protocol/tool.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { type Clock, systemClock } from '../../../src/actors/runtime/clock.js';
import { ToolRegistry } from '../../../src/actors/tools/calls/registry.js';
import { runTool } from '../../../src/actors/tools/calls/run-tool.js';
import { composeMcp } from '../../../src/host/mcp/compose-mcp.js';
import type { McpPerson, McpServers } from '../../../src/host/mcp/mcp-options.js';
import { withoutSandbox } from '../../../src/host/node/sandbox/sandbox.js';

/** The server that behaves as its first argument says. */
export const FAKE_SERVER = join(import.meta.dirname, '../../doubles/mcp-server.mjs');

/** The definition of a fake server, named as it behaves. */
export function fake(
  mode: string,
  more: Partial<McpServerDefinition> & { readonly extra?: string } = {},
): McpServerDefinition {
  const { extra, ...rest } = more;
  const args = [FAKE_SERVER, mode, ...(extra === undefined ? [] : [extra])];
  return { name: mode, transport: { kind: 'stdio', command: process.execPath, args, env: {} }, ...rest };
}

/** Running servers, the tools that they offer, and a way to call these. */
export interface StartedServers {
  readonly servers: McpServers;
  readonly tools: ToolRegistry;
  readonly root: AbsPath;
  readonly call: (tool: string, params: unknown, context?: Partial<ToolContext>) => Promise<ToolResult>;
}

/** A folder that is removed after the test. */
export async function temporaryFolder(): Promise<AbsPath> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'troupe-mcp-')));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder as AbsPath;
}

/** Starts servers, and ends them after the test. */
export async function startServers(
  definitions: readonly McpServerDefinition[],
  person: McpPerson = {},
  clock: Clock = systemClock,
): Promise<StartedServers> {
  const root = await temporaryFolder();
  const tools = new ToolRegistry();
  const servers = await composeMcp(
    { servers: definitions, person },
    { roots: [root], tools, clock, sandbox: () => Promise.resolve(withoutSandbox('None is wanted here')) },
  );
  onTestFinished(() => servers[Symbol.asyncDispose]());
  await servers.ready;
  return {
    servers,
    tools,
    root,
    call: async (name, params, context = {}) => {
      const tool = tools.get(name);
      if (tool === undefined) throw new Error(`There is no tool ${name}.`);
      return runTool(tool, tool.validate(params), {
        signal: new AbortController().signal,
        roots: [root],
        ...context,
      });
    },
  };
}

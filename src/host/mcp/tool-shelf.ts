import { createHash } from 'node:crypto';
import type { McpConnection } from '../../actors/mcp/client/mcp-connection.js';
import { checkMcpArguments, type McpArguments } from '../../actors/mcp/check-mcp-arguments.js';
import { findTools, type NamedTool } from '../../actors/mcp/find-tools.js';
import { type McpResult, readContents, readResult } from '../../actors/mcp/read-result.js';
import { sanitizeSchema } from '../../actors/mcp/sanitize-schema.js';
import { CALL_TOOL, nameTool, SEARCH_TOOL } from '../../actors/mcp/tool-name.js';
import { InvalidParamsError, ToolExecutionError } from '../../actors/protocol/errors.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { McpToolInfo } from '../../actors/protocol/mcp.js';
import type { JsonSchema } from '../../actors/protocol/json/json-schema.js';
import type { Tool, ToolContext } from '../../actors/protocol/tool.js';
import type { ToolRegistry } from '../../actors/tools/calls/registry.js';
import type { McpServer } from './mcp-server.js';

// As many as models choose well among; their schemas take some 10,000 tokens of each request.
const MAX_LISTED = 40;

// As many as a model reads at a time.
const MAX_FOUND = 10;

// A description is a few sentences. Units: UTF-16 units.
const MAX_DESCRIPTION_CHARS = 2_000;

// As many as one listing has. A server that names others each time is remembered no further.
const MAX_REMEMBERED = 2_000;

/** A tool as models have been told of it: small, and without secrets. */
interface ShelvedTool extends NamedTool {
  readonly schema: JsonSchema;
  /** Tells whether the server has changed its parameters since. */
  readonly digest: string;
}

/** What `read_resource` gets: no address lists all. */
const RESOURCE_PARAMS: JsonSchema = {
  type: 'object',
  properties: {
    uri: { type: 'string', description: 'The resource to read. Leave it out to list all resources.' },
  },
};

/**
 * The tools of servers among those of an engine. Nothing that a model has been told is ever taken back or changed:
 * tools are added at the end, a tool that is gone answers that it is, and one whose definition has changed keeps the
 * first one, so that the beginning of each request stays what the provider has cached, and a server cannot put other
 * words in place of those that a person has seen.
 */
export class ToolShelf {
  readonly #registry: ToolRegistry;
  readonly #shelves = new Map<
    string,
    { readonly isLazy: boolean; readonly listed: Map<string, ShelvedTool> }
  >();
  #listed = 0;

  constructor(registry: ToolRegistry) {
    this.#registry = registry;
  }

  isLazy(server: string): boolean {
    return this.#shelves.get(server)?.isLazy === true;
  }

  /** Adds what the server offers and is not there yet. */
  update(server: McpServer): void {
    const { name, tools } = server;
    let shelf = this.#shelves.get(name);
    if (shelf === undefined) {
      if (tools.length === 0 && !server.hasResources) return;
      const isLazy = this.#listed + tools.length > MAX_LISTED;
      shelf = { isLazy, listed: new Map() };
      this.#shelves.set(name, shelf);
      if (isLazy) this.#addSearch(server, shelf.listed);
      if (server.hasResources) this.#add(readResourceTool(this.#freeName(name, 'read_resource'), server));
    }
    for (const tool of tools) {
      if (shelf.listed.has(tool.name)) continue;
      if (server.clean(tool.name) !== tool.name) {
        server.note('One of its tools is not offered: its name holds a key.');
        continue;
      }
      if (!shelf.isLazy && this.#listed >= MAX_LISTED) {
        server.note(
          `Its tool ${tool.name} is not offered: there are ${MAX_LISTED} tools of servers already.`,
        );
        continue;
      }
      if (shelf.listed.size >= MAX_REMEMBERED) {
        server.note(`Its tool ${tool.name} is not offered: it has had ${MAX_REMEMBERED} others.`);
        break;
      }
      const { named, problems } = shelve(server, tool, this.#freeName(name, tool.name, shelf.listed));
      shelf.listed.set(tool.name, named);
      if (shelf.isLazy) continue;
      this.#listed += 1;
      if (problems.length > 0)
        server.note(`Its tool ${tool.name} is shown without details: ${problems.join(', ')}.`);
      this.#add(createTool(server, named));
    }
  }

  #addSearch(server: McpServer, listed: ReadonlyMap<string, ShelvedTool>): void {
    const call = `${server.name}__${CALL_TOOL}`;
    this.#add(createSearch(server, listed, call));
    this.#add(createDispatch(server, listed, call));
  }

  #add(tool: Tool): void {
    if (this.#registry.get(tool.name) === undefined) this.#registry.register(tool);
  }

  #freeName(server: string, tool: string, listed: ReadonlyMap<string, ShelvedTool> = new Map()): string {
    const taken = [
      ...this.#registry.list().map(({ name }) => name),
      ...[...listed.values()].map(({ fullName }) => fullName),
    ];
    return nameTool(server, tool, new Set(taken));
  }
}

type ServerTool<Params> = Tool<Params, McpResult>;

/** What is remembered of a tool, and what is wrong with its schema, as phrases. */
function shelve(
  server: McpServer,
  tool: McpToolInfo,
  fullName: string,
): { readonly named: ShelvedTool; readonly problems: readonly string[] } {
  const { schema, problems } = sanitizeSchema(tool.inputSchema);
  const text = server.clean(tool.description).slice(0, MAX_DESCRIPTION_CHARS).toWellFormed().trim();
  const description = text === '' ? `The tool ${tool.name} of the MCP server ${server.name}.` : text;
  const named = {
    name: tool.name,
    fullName,
    description,
    schema: server.cleanValue(schema),
    digest: digestOf(tool.inputSchema),
  };
  return { named, problems };
}

function digestOf(inputSchema: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(inputSchema) ?? '')
    .digest('base64');
}

/** What all tools of servers have in common. What a server says about its tools is no proof: none counts as read-only. */
function ofServer({
  name: server,
}: McpServer): Pick<ServerTool<never>, 'category' | 'server' | 'isReadOnly' | 'format' | 'images' | 'paths'> {
  return {
    category: 'MCP tools',
    server,
    isReadOnly: false,
    // Most tools of servers cannot be asked for a part.
    format: ({ text, images }) => (text === '' && images.length === 0 ? 'Done: the result is empty.' : text),
    images: ({ images }) => images,
    // What a stranger calls a path may be anything.
    paths: () => [],
  };
}

function createTool(server: McpServer, tool: ShelvedTool): ServerTool<McpArguments> {
  const { schema } = tool;
  return {
    ...ofServer(server),
    name: tool.fullName,
    description: tool.description,
    parameters: schema,
    validate: (raw) => checkMcpArguments(tool.fullName, isUnchanged(server, tool) ? schema : {}, raw),
    run: (args, context) => call(server, tool, args, context),
  };
}

function createSearch(
  server: McpServer,
  listed: ReadonlyMap<string, ShelvedTool>,
  callName: string,
): ServerTool<{ readonly query: string }> {
  return {
    ...ofServer(server),
    name: `${server.name}__${SEARCH_TOOL}`,
    description: `Finds tools of the MCP server ${server.name}, which has many, by words of their names and descriptions. Returns how each is called with ${callName}.`,
    parameters: {
      type: 'object',
      properties: { query: { type: 'string', description: 'Words that say what the tool should do.' } },
      required: ['query'],
    },
    validate: (raw) => ({
      query: String(checkMcpArguments(SEARCH_TOOL, { required: ['query'] }, raw)['query']),
    }),
    run: ({ query }) => {
      const found = findTools([...listed.values()], query, MAX_FOUND);
      const texts = found.map(
        (tool) => `## ${tool.fullName}\n${tool.description}\nArguments: ${JSON.stringify(tool.schema)}`,
      );
      const text =
        found.length === 0
          ? `No tool fits. There are ${listed.size}: ${[...listed.keys()].join(', ').slice(0, MAX_DESCRIPTION_CHARS)}`
          : `Call one with ${callName}, its name in "tool".\n\n${texts.join('\n\n')}`;
      return Promise.resolve({ text: server.clean(text), images: [], isError: false });
    },
  };
}

function createDispatch(
  server: McpServer,
  listed: ReadonlyMap<string, ShelvedTool>,
  name: string,
): ServerTool<{ readonly tool: string; readonly arguments: McpArguments }> {
  const find = (wanted: unknown): ShelvedTool => {
    const tool = [...listed.values()].find(({ fullName }) => fullName === wanted);
    if (tool !== undefined) return tool;
    throw new InvalidParamsError(
      `${name} expects in "tool" the name of a tool as ${server.name}__${SEARCH_TOOL} returns it.`,
      { tool: name, problems: ['"tool" names no tool'] },
    );
  };
  return {
    ...ofServer(server),
    name,
    description: `Calls a tool of the MCP server ${server.name} that ${server.name}__${SEARCH_TOOL} has found.`,
    parameters: {
      type: 'object',
      properties: {
        tool: { type: 'string', description: 'The name of the tool.' },
        arguments: { type: 'object', description: 'Its arguments.' },
      },
      required: ['tool', 'arguments'],
    },
    validate: (raw) => {
      const { tool: wanted, arguments: args } = checkMcpArguments(name, { required: ['tool'] }, raw);
      const tool = find(wanted);
      const schema = isUnchanged(server, tool) ? tool.schema : {};
      return { tool: tool.fullName, arguments: checkMcpArguments(tool.fullName, schema, args ?? {}) };
    },
    run: ({ tool, arguments: args }, context) => call(server, find(tool), args, context),
  };
}

function readResourceTool(name: string, server: McpServer): ServerTool<{ readonly uri?: string }> {
  return {
    ...ofServer(server),
    name,
    description: `Reads a resource of the MCP server ${server.name}, or lists its resources.`,
    parameters: RESOURCE_PARAMS,
    validate: (raw) => {
      const { uri } = checkMcpArguments(name, {}, raw);
      return typeof uri === 'string' && uri !== '' ? { uri } : {};
    },
    run: async ({ uri }, { signal }) =>
      server.request(signal, async (connection, timeoutMs) => {
        const result =
          uri === undefined
            ? listResources([
                ...(await connection.listResources(signal)),
                ...(await listTemplates(connection, signal)),
              ])
            : readContents(await connection.readResource(uri, signal, timeoutMs));
        return { ...result, text: server.clean(result.text) };
      }),
  };
}

function listResources(resources: readonly Record<string, unknown>[]): McpResult {
  return readResult({ content: resources.map((resource) => ({ ...resource, type: 'resource_link' })) });
}

/** The kinds of resources that have variables in their addresses. A server may not know the question. */
async function listTemplates(
  connection: McpConnection,
  signal: AbortSignal,
): Promise<readonly Record<string, unknown>[]> {
  const templates = await connection.listResourceTemplates(signal).catch(() => []);
  return templates.map((template) => ({ ...template, uri: template['uriTemplate'] }));
}

/** Calls a tool. Errors: `ToolExecutionError`, without secrets; the signal's reason when it aborts. */
async function call(
  server: McpServer,
  tool: ShelvedTool,
  args: McpArguments,
  { signal, onOutput, pauseTurn }: ToolContext,
): Promise<McpResult> {
  const now = server.tools.find(({ name }) => name === tool.name);
  if (now === undefined && server.state === 'ready')
    throw new ToolExecutionError(`The MCP server ${server.name} does not offer ${tool.name} any more.`, {
      tool: tool.fullName,
    });
  const raw = await server.call(now ?? { ...tool, inputSchema: undefined }, args, {
    signal,
    ...omitUndefined({ pauseCaller: pauseTurn }),
    onProgress: (text) => {
      onOutput?.({ stream: 'stdout', text: `${server.clean(text)}\n` });
    },
  });
  const result = readResult(raw);
  const text = server.clean(result.text);
  if (!result.isError) return { ...result, text };
  const hint = isUnchanged(server, tool)
    ? ''
    : `\nThe server has changed this tool. Its arguments are now: ${server.clean(JSON.stringify(sanitizeSchema(now?.inputSchema).schema))}`;
  throw new ToolExecutionError(
    `${text === '' ? `${tool.fullName} failed without a message.` : text}${hint}`,
    {
      tool: tool.fullName,
    },
  );
}

/** Whether the server lists the tool as it did at first, or not at all. */
function isUnchanged({ tools }: McpServer, tool: ShelvedTool): boolean {
  const now: McpToolInfo | undefined = tools.find(({ name }) => name === tool.name);
  return now === undefined || digestOf(now.inputSchema) === tool.digest;
}

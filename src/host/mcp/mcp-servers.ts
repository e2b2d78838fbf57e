import { readAttachedResource, readPrompt } from '../../actors/mcp/read-prompt.js';
import type { AttachmentRef } from '../../actors/protocol/attachment.js';
import type {
  McpLogLine,
  McpOffers,
  McpPromptMessage,
  McpServerDefinition,
  McpServerStatus,
  McpToolInfo,
} from '../../actors/protocol/mcp.js';
import { SettingsError } from '../../actors/protocol/errors.js';
import type { ToolRegistry } from '../../actors/tools/calls/registry.js';
import type { McpServers } from './mcp-options.js';
import { type McpPlan } from './plan-servers.js';
import { McpServer, type McpServerPlan } from './mcp-server.js';
import type { McpServerPorts } from './server-ports.js';
import { ToolShelf } from './tool-shelf.js';

const GONE = { state: 'blocked', reason: 'Nothing defines it any more.' } as const;

/** Runs the servers of a plan, and offers their tools. */
export class RunningMcpServers implements McpServers {
  readonly #ports: McpServerPorts;
  readonly #load: () => Promise<McpPlan>;
  /** All that there ever were, by name: what models were told of one that is gone stays true when it comes back. */
  readonly #known = new Map<string, McpServer>();
  #plan: McpPlan;
  readonly #shelf: ToolShelf;
  readonly #listeners = new Set<() => void>();
  #isReady = false;
  #isOver = false;
  #reloading: Promise<void> = Promise.resolve();
  readonly #ready: Promise<void>;

  /** Starts all servers that may start. `load`: the plan as it is now. */
  constructor(plan: McpPlan, ports: McpServerPorts, tools: ToolRegistry, load: () => Promise<McpPlan>) {
    this.#ports = ports;
    this.#load = load;
    this.#plan = plan;
    this.#shelf = new ToolShelf(tools);
    for (const server of plan.servers) this.#add(server);
    for (const server of this.#servers) server.start();
    this.#ready = Promise.all(this.#servers.map(({ settled }) => settled)).then(() => {
      // In the order of the files, however long each took: the tools of a conversation begin the same each time.
      this.#isReady = true;
      for (const server of this.#servers) this.#notice(server);
    });
  }

  get problems(): readonly string[] {
    return this.#plan.problems;
  }

  get ready(): Promise<void> {
    return this.#ready;
  }

  list(): readonly McpServerStatus[] {
    return this.#servers.map((server) => server.status(this.#shelf.isLazy(server.name)));
  }

  definition(name: string): McpServerDefinition {
    return this.#planOf(name).definition;
  }

  tools(name: string): readonly McpToolInfo[] {
    const server = this.#find(name);
    return server.cleanValue(server.tools);
  }

  log(name: string): readonly McpLogLine[] {
    return this.#find(name).log.lines;
  }

  onLog(name: string, listener: (line: McpLogLine) => void): () => void {
    return this.#find(name).log.onLine(listener);
  }

  async restart(name: string): Promise<void> {
    const server = this.#find(name);
    server.restart();
    await server.settled;
  }

  offers(name: string): McpOffers {
    return this.#find(name).offers;
  }

  async readPrompt(
    name: string,
    prompt: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<McpPromptMessage> {
    const server = this.#find(name);
    const raw = await server.request(signal, (connection) => connection.getPrompt(prompt, args, signal));
    const { text, attachments } = readPrompt(`${name}:${prompt}`, raw);
    return { text: server.clean(text), attachments: attachments.map((ref) => cleanRef(server, ref)) };
  }

  async readResource(name: string, uri: string, signal: AbortSignal): Promise<readonly AttachmentRef[]> {
    const server = this.#find(name);
    const raw = await server.request(signal, (connection, timeoutMs) =>
      connection.readResource(uri, signal, timeoutMs),
    );
    return readAttachedResource(`${name}:${uri}`, raw).map((ref) => cleanRef(server, ref));
  }

  async stop(name: string): Promise<void> {
    await this.#find(name).stop('You have stopped it.');
  }

  async forget(name: string): Promise<void> {
    await this.#find(name).forget();
  }

  reload(): Promise<void> {
    const work = this.#reloading.then(() => this.#reload());
    this.#reloading = work.catch(() => undefined);
    return work;
  }

  async prompts(name: string, signal: AbortSignal): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const server = this.#find(name);
    const prompts = await server.request(signal, (connection) => connection.listPrompts(signal));
    return server.cleanValue(prompts);
  }

  async prompt(
    name: string,
    prompt: string,
    args: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<unknown> {
    const server = this.#find(name);
    const found = await server.request(signal, (connection) => connection.getPrompt(prompt, args, signal));
    return server.cleanValue(found);
  }

  onChanged(listener: () => void): () => void {
    const own = (): void => {
      listener();
    };
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  /** Ends all servers. Resolves when none of their processes is left. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isOver = true;
    await this.#reloading;
    await Promise.all([...this.#known.values()].map((server) => server[Symbol.asyncDispose]()));
  }

  get #servers(): readonly McpServer[] {
    return this.#plan.servers.map(({ definition }) => this.#find(definition.name));
  }

  async #reload(): Promise<void> {
    const plan = await this.#load();
    if (this.#isOver) return;
    const names = new Set(plan.servers.map(({ definition }) => definition.name));
    const gone = this.#plan.servers
      .filter(({ definition }) => !names.has(definition.name))
      .map((former) => this.#known.get(former.definition.name)?.replace({ ...former, hindrance: GONE }));
    this.#plan = plan;
    const changed = plan.servers.map((server) => {
      const known = this.#known.get(server.definition.name);
      if (known !== undefined) return known.replace(server);
      this.#add(server).start();
      return undefined;
    });
    await Promise.all([...gone, ...changed]);
    for (const listener of this.#listeners) listener();
  }

  #add(plan: McpServerPlan): McpServer {
    const server: McpServer = new McpServer(plan, this.#ports, () => {
      this.#notice(server);
    });
    this.#known.set(server.name, server);
    return server;
  }

  #notice(server: McpServer): void {
    if (this.#isReady) this.#shelf.update(server);
    for (const listener of this.#listeners) listener();
  }

  #find(name: string): McpServer {
    const { definition } = this.#planOf(name);
    return this.#known.get(definition.name) ?? this.#unknown(name);
  }

  #planOf(name: string): McpServerPlan {
    return this.#plan.servers.find(({ definition }) => definition.name === name) ?? this.#unknown(name);
  }

  #unknown(name: string): never {
    const known = this.#plan.servers.map(({ definition }) => definition.name).join(', ');
    throw new SettingsError(
      `There is no MCP server named ${JSON.stringify(name)}${known === '' ? '' : ` (there are: ${known})`}.`,
      { setting: 'mcp' },
    );
  }
}

/** An attachment without the secrets of a server. */
function cleanRef(server: McpServer, ref: AttachmentRef): AttachmentRef {
  if (ref.kind === 'output') return { ...ref, name: server.clean(ref.name), text: server.clean(ref.text) };
  return ref.kind === 'image' ? { ...ref, name: server.clean(ref.name) } : ref;
}

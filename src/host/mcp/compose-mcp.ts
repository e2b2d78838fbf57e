import { resolve } from 'node:path';
import type { SignIn, SignInReceiver } from '../../actors/mcp/client/sign-in.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { McpAnswer, McpQuestion } from '../../actors/protocol/mcp.js';
import type { AbsPath } from '../../actors/protocol/workspace.js';
import type { Clock } from '../../actors/runtime/clock.js';
import { systemClock } from '../../actors/runtime/clock.js';
import type { ToolRegistry } from '../../actors/tools/calls/registry.js';
import { homeFolder } from '../../workers/disk/home-folder.js';
import { findMcpFiles } from '../node/mcp/find-mcp-files.js';
import { McpApprovals } from '../node/mcp/mcp-approvals.js';
import { startServer } from '../node/mcp/server-process.js';
import { McpTokenFile, type McpTokenStore } from '../node/mcp/token-file.js';
import { resolveRoot } from '../node/resolve-root.js';
import type { Sandbox } from '../node/sandbox/sandbox.js';
import { type ExpandedDefinition, expandVariables } from './expand-variables.js';
import { GivenInputs } from './given-inputs.js';
import type { McpOptions, McpPerson, McpServers } from './mcp-options.js';
import { RunningMcpServers } from './mcp-servers.js';
import { type McpPlan, planServers } from './plan-servers.js';
import type { DefinedServer, McpServerPorts } from './server-ports.js';

interface McpParts {
  readonly roots: readonly AbsPath[];
  readonly tools: ToolRegistry;
  readonly sandbox: () => Promise<Sandbox>;
  /** The only server to start. Default: all. */
  readonly only?: string;
  readonly clock?: Clock;
}

/** The servers of this machine's files, and of a program. Errors: `SettingsError`. */
export async function loadPlan(
  env: Readonly<Record<string, string | undefined>>,
  roots: readonly string[],
  {
    servers = [],
    sources = () => [],
    isDisabled,
  }: Pick<McpOptions, 'servers' | 'sources' | 'isDisabled'> = {},
): Promise<McpPlan> {
  const files = await findMcpFiles(env, roots);
  const approved = await McpApprovals.open(env, roots)?.load();
  const own = files.filter(({ root }) => root === undefined);
  const ofWorkspace = files.filter(({ root }) => root !== undefined);
  const given = sources().map(({ name, text }) => ({ path: name, root: name, text }));
  return planServers(servers, [...own, ...given, ...ofWorkspace], approved ?? new Set(), isDisabled);
}

/** Starts the servers of a host, those of this process's environment and disk. Errors: `SettingsError`. */
export async function composeMcp(options: McpOptions, parts: McpParts): Promise<McpServers> {
  const { servers = [], readsFiles = false, person = {}, version = '0.0.0', isDisabled } = options;
  const tokens = options.tokens ?? (readsFiles ? McpTokenFile.open(process.env) : memoryOnly());
  const { roots, tools, sandbox, only, clock = systemClock } = parts;
  const { env } = process;
  const [root] = roots;
  let client: Awaited<ReturnType<typeof loadClient>> | undefined;
  const load = async (): Promise<McpPlan> => {
    const all = readsFiles
      ? await loadPlan(env, roots, options)
      : planServers(servers, [], new Set(), isDisabled);
    const wanted = all.servers.filter(({ definition }) => only === undefined || definition.name === only);
    // Loaded on demand: most hosts have no server, and the client is large.
    if (wanted.length > 0) client ??= await loadClient();
    return { ...all, servers: wanted };
  };
  const inputs = new GivenInputs(person);
  const expand = (server: DefinedServer): Promise<ExpandedDefinition> =>
    expandVariables(server.definition, {
      env,
      workspaceFolder: root ?? homeFolder(),
      userHome: homeFolder(),
      input: (id) => inputs.get(server, id),
    });
  const ports: McpServerPorts = {
    clock,
    roots,
    version,
    connect: (given) =>
      client === undefined ? Promise.reject(new Error('There is no server.')) : client.connectServer(given),
    describeFailure: (thrown) => client?.describeFailure(thrown) ?? String(thrown),
    start: async ({ transport, sandbox: limits }) => {
      if (transport.kind !== 'stdio') throw new TypeError('Only a server on standard streams has a process.');
      const { command, args, env: variables, cwd } = transport;
      const folder = cwd === undefined ? root : await resolveRoot(resolve(root ?? homeFolder(), cwd));
      const program = {
        argv: [command, ...args] as const,
        cwd: folder ?? (homeFolder() as AbsPath),
        env: variables,
      };
      return startServer({ ...program, ...omitUndefined({ sandbox: limits }) }, sandbox);
    },
    expand,
    signIn: ({ name, transport }, onSecrets) => {
      if (client === undefined || transport.kind === 'stdio') return undefined;
      const { url, oauth } = transport;
      const { signIn: open, browserUrl } = person;
      const store = {
        load: () => tokens.load(url),
        save: (text: string) => tokens.save(url, text),
        listen: (port: number | undefined) => listen(port, browserUrl),
        onSecrets,
      };
      if (open === undefined) return new client.SignIn(store, oauth);
      const asks = (page: URL, signal: AbortSignal): Promise<boolean> =>
        open({ server: name, page: page.href }, signal);
      return new client.SignIn({ ...store, open: asks }, oauth);
    },
    forget: async (server) => {
      const { transport } = (await expand(server)).definition;
      if (transport.kind !== 'stdio') await tokens.save(transport.url, undefined);
      inputs.forget(server);
    },
    ask: (question, signal) => ask(question, person, signal),
  };
  return new RunningMcpServers(await load(), ports, tools, load);
}

function memoryOnly(): McpTokenStore {
  const saved = new Map<string, string>();
  return {
    load: (url) => Promise.resolve(saved.get(url)),
    save: (url, text) => {
      if (text === undefined) saved.delete(url);
      else saved.set(url, text);
      return Promise.resolve();
    },
  };
}

async function loadClient(): Promise<{
  readonly SignIn: typeof SignIn;
  readonly connectServer: McpServerPorts['connect'];
  readonly describeFailure: McpServerPorts['describeFailure'];
}> {
  const [{ connectServer }, { describeFailure }, signIn] = await Promise.all([
    import('../../actors/mcp/client/connect-server.js'),
    import('../../actors/mcp/client/failures.js'),
    import('../../actors/mcp/client/sign-in.js'),
  ]);
  return { connectServer, describeFailure, SignIn: signIn.SignIn };
}

/** Where the person's browser comes back to. Errors: those of `browserUrl`. */
async function listen(
  port: number | undefined,
  browserUrl: McpPerson['browserUrl'],
): Promise<SignInReceiver> {
  const { listenForSignIn } = await import('../node/mcp/sign-in-receiver.js');
  const receiver = await listenForSignIn(port);
  if (browserUrl === undefined) return receiver;
  try {
    return { ...receiver, url: await browserUrl(receiver.url) };
  } catch (error) {
    receiver.close();
    throw error;
  }
}

async function ask(
  question: McpQuestion,
  { answer, onNotice }: McpPerson,
  signal: AbortSignal,
): Promise<McpAnswer> {
  if (answer !== undefined) return answer(question, signal);
  const what = question.kind === 'url' ? 'wanted a page to be opened' : 'asked a question';
  onNotice?.(`The MCP server ${question.server} ${what}, which was declined: "${question.message}"`);
  return { action: 'decline' };
}

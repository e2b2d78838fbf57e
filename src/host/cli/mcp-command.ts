import { toJsonLine } from './draw/to-json-line.js';
import { type Command, InvalidArgumentError } from 'commander';
import { SettingsError } from '../../actors/protocol/errors.js';
import { homeFolder } from '../../workers/disk/home-folder.js';
import { findOwnMcpFile } from '../node/mcp/find-mcp-files.js';
import { McpApprovals } from '../node/mcp/mcp-approvals.js';
import { McpTokenFile } from '../node/mcp/token-file.js';
import { OwnMcpFile } from '../node/mcp/own-mcp-file.js';
import { resolveRoot } from '../node/resolve-root.js';
import { loadPlan } from '../mcp/compose-mcp.js';
import type { McpServerPlan } from '../mcp/mcp-server.js';
import { type Session, warn } from './session.js';
import { ExitCode } from './terminal/exit-codes.js';
import { describeMcpServer } from './draw/describe-mcp-server.js';
import { placeOf } from './draw/place-of.js';
import { testServer } from './test-mcp-server.js';
import { addServer, type AddOptions } from './mcp/add-server.js';
import { decideServer } from './mcp/decide-server.js';
import { personOf } from './mcp-person.js';
import { expandVariables } from '../mcp/expand-variables.js';

const EXAMPLES = `
Examples:
  troupe mcp                                        the servers of this workspace, and yours
  troupe mcp add memory -- npx -y @modelcontextprotocol/server-memory
  troupe mcp add docs --url https://example.com/mcp --header 'Authorization: Bearer \${env:DOCS_TOKEN}'
  troupe mcp add files --sandbox -- npx -y @modelcontextprotocol/server-filesystem .
  troupe mcp test memory                            start it, and list its tools
  troupe mcp approve build                          see what a server of the workspace starts, and let it start
  troupe mcp login docs                             sign in at a server, in a browser on this machine
  troupe mcp remove memory

Servers of a workspace stand in .mcp.json, .vscode/mcp.json or .cursor/mcp.json. They run with your permissions, so that
each starts only once you have approved its definition, and not again after the definition has changed. Yours stand in
${placeOf(findOwnMcpFile)}. Write keys as \${env:NAME} or \${input:id}: a chat asks for the
latter, and elsewhere it is taken from TROUPE_INPUT_ID. In a chat, /mcp shows the servers, /SERVER:PROMPT sends a prompt of
one, and @SERVER:ADDRESS attaches a resource.`;

/** What the commands need of the program. */
interface McpCommandParts {
  readonly session: () => Session;
  readonly version: string;
  readonly finish: (work: Promise<number>) => Promise<void>;
}

/** Adds `troupe mcp`, which lists, changes, approves and tries MCP servers. */
export function registerMcpCommand(program: Command, { session, version, finish }: McpCommandParts): void {
  const mcp = program
    .command('mcp')
    .description('list, add, remove, approve or test MCP servers')
    .addHelpText('after', EXAMPLES);
  mcp
    .command('list', { isDefault: true })
    .description('list the servers, without starting them')
    .allowExcessArguments()
    .action((_options: object, command: Command) => {
      // As the default command it also receives misspelt ones.
      const [word] = command.args;
      if (word !== undefined) mcp.error(`error: unknown command '${word}' (see troupe mcp --help)`);
      return finish(list(session()));
    });
  mcp
    .command('add <name> [command...]')
    .description('add a server to your own: a command after "--", or an address')
    .option('--url <url>', 'the address of a server')
    .option('--sse', 'the address is of the older transport')
    .option('--header <name: value>', 'a header for it; may be given again', collectPair(':'))
    .option('--env <NAME=value>', 'a variable for the command; may be given again', collectPair('='))
    .option('--cwd <dir>', 'the folder to start it in; by default the workspace')
    .option('--sandbox', 'run it in the sandbox, without the network')
    .action((name: string, command: string[], options: AddOptions) =>
      finish(addServer(session(), name, command, options)),
    );
  mcp
    .command('remove <name>')
    .description('remove one of your own servers')
    .action((name: string) => finish(remove(session(), name)));
  mcp
    .command('approve <name>')
    .description('show all of what a server of the workspace would start, and let it start in this form')
    .option('-y, --yes', 'do not ask')
    .action((name: string, { yes = false }: { readonly yes?: boolean }) =>
      finish(decide(session(), name, { isApproved: true, isSure: yes })),
    );
  mcp
    .command('revoke <name>')
    .description('take that back')
    .action((name: string) => finish(decide(session(), name, { isApproved: false, isSure: true })));
  mcp
    .command('login <name>')
    .description('sign in at a server with an address, in a browser')
    .action((name: string) => finish(logIn(session(), name, version)));
  mcp
    .command('logout <name>')
    .description('forget the tokens of a server')
    .action((name: string) => finish(logOut(session(), name)));
  mcp
    .command('test <name>')
    .description('start a server, list its tools, and end it')
    .action((name: string) => finish(testServer(session(), name, { version })));
}

async function list(session: Session): Promise<number> {
  const { out, err, isJson } = session;
  const { servers, problems } = await loadPlan(process.env, [await resolveRoot(session.root)]);
  for (const problem of problems) await warn(err, problem);
  for (const { definition, source, hindrance, digest } of servers) {
    const { name, transport } = definition;
    const state = hindrance?.state ?? 'approved';
    const what = describeMcpServer(definition);
    await out.line(
      isJson
        ? toJsonLine({ name, kind: transport.kind, what, source, state, digest })
        : `${name}  ${hindrance === undefined ? '' : `(${state}) `}${what}  [${source ?? ''}]`,
    );
  }
  if (servers.length === 0 && !isJson) await out.line('There are no MCP servers: see "troupe mcp --help".');
  return ExitCode.ok;
}

async function remove({ out, isJson }: Session, name: string): Promise<number> {
  const path = findOwnMcpFile(process.env);
  if (!(await new OwnMcpFile(path).remove(name)))
    throw new SettingsError(`There is no server "${name}" in ${path}.`, { setting: 'mcp' });
  await out.line(isJson ? toJsonLine({ name, source: path }) : `Removed ${name} from ${path}.`);
  return ExitCode.ok;
}

async function decide(
  session: Session,
  name: string,
  decision: { readonly isApproved: boolean; readonly isSure: boolean },
): Promise<number> {
  const roots = [await resolveRoot(session.root)];
  const { servers } = await loadPlan(process.env, roots);
  const approvals = McpApprovals.open(process.env, roots);
  return decideServer(session, expectServer(servers, name), { ...decision, approvals });
}

async function logOut(session: Session, name: string): Promise<number> {
  const root = await resolveRoot(session.root);
  const { servers } = await loadPlan(process.env, [root]);
  const { input = () => Promise.resolve(undefined) } = personOf(session);
  const server = expectServer(servers, name);
  // Tokens lie under the address that is really used.
  const { definition } = await expandVariables(expectAddress(server).definition, {
    env: process.env,
    workspaceFolder: root,
    userHome: homeFolder(),
    input: (id) => input({ id, description: id, isPassword: false, server: name }),
  });
  if (definition.transport.kind !== 'stdio')
    await McpTokenFile.open(process.env).save(definition.transport.url, undefined);
  await session.out.line(session.isJson ? toJsonLine({ name }) : `Signed out: ${name}`);
  return ExitCode.ok;
}

async function logIn(session: Session, name: string, version: string): Promise<number> {
  const { servers } = await loadPlan(process.env, [await resolveRoot(session.root)]);
  expectAddress(expectServer(servers, name));
  return testServer(session, name, { version, signsIn: true });
}

function expectAddress(server: McpServerPlan): McpServerPlan {
  const { name, transport } = server.definition;
  if (transport.kind !== 'stdio') return server;
  throw new SettingsError(`The server "${name}" has no address to sign in at.`, { setting: 'mcp' });
}

function expectServer(servers: readonly McpServerPlan[], name: string): McpServerPlan {
  const found = servers.find(({ definition }) => definition.name === name);
  if (found !== undefined) return found;
  throw new SettingsError(`There is no MCP server named ${JSON.stringify(name)}: see "troupe mcp list".`, {
    setting: 'mcp',
  });
}

/** Parses `NAME=value` or `Name: value`. Errors: `InvalidArgumentError`, for the parser of arguments. */
function collectPair(separator: ':' | '=') {
  return (text: string, earlier: Readonly<Record<string, string>> = {}): Record<string, string> => {
    const at = text.indexOf(separator);
    if (at < 1) throw new InvalidArgumentError(`Expected a name, "${separator}" and a value.`);
    return { ...earlier, [text.slice(0, at).trim()]: text.slice(at + 1).trim() };
  };
}

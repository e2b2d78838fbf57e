import { SettingsError } from '../../../actors/protocol/errors.js';
import type { McpServerStatus } from '../../../actors/protocol/mcp.js';
import { orAbort } from '../../../actors/runtime/abort.js';
import { drawColumns } from '../draw/draw-columns.js';
import { drawProse } from '../draw/draw-prose.js';
import { escapeHidden } from '../draw/escape-hidden.js';
import { describeDefinition } from '../mcp/describe-definition.js';
import { describeStatus } from '../mcp/describe-status.js';
import { untilSettled } from '../mcp/until-settled.js';
import type { ChatContext, ChatCommand } from './command.js';

// What fits on a screen or two; what happened last is what one looks for.
const SHOWN_LINES = 50;

const ACTIONS: Readonly<Record<string, (server: McpServerStatus, chat: ChatContext) => Promise<void>>> = {
  log: showLog,
  tools: showTools,
  restart,
  approve,
};

export const mcpCommand: ChatCommand = {
  name: 'mcp',
  parameter: '[log|tools|restart|approve NAME]',
  summary: 'tool servers: their state, log and tools; start one again, or let it start',
  async run(argument, chat) {
    const [action = '', name = '', ...more] = argument.split(/\s+/);
    if (action === '') {
      await showServers(chat);
      return;
    }
    const run = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
    if (run === undefined || name === '' || more.length > 0)
      throw new SettingsError(
        `/mcp lists the servers; /mcp ${Object.keys(ACTIONS).join(', /mcp ')} take the name of one.`,
        { setting: 'mcp' },
      );
    await run(statusOf(name, chat), chat);
  },
};

async function showServers({ mcp: servers, out }: ChatContext): Promise<void> {
  const rows = servers.list().map((status) => {
    const { prompts, resources } = servers.offers(status.name);
    const text = describeStatus(status, { prompts: prompts.length, resources: resources.length });
    return [status.name, escapeHidden(text)] as const;
  });
  if (rows.length === 0)
    await out.line(
      drawProse(
        'There are no tool servers: "troupe mcp --help" says how to add one. They start with a chat.',
        out,
      ),
    );
  else await out.line(drawColumns(rows, out));
  for (const problem of servers.problems)
    await out.line(drawProse(problem, out, `${out.style('yellow', '!')} `));
}

async function showLog({ name }: McpServerStatus, { mcp: servers, out }: ChatContext): Promise<void> {
  const lines = servers.log(name);
  if (lines.length > SHOWN_LINES)
    await out.line(out.style('dim', `… ${lines.length - SHOWN_LINES} earlier lines …`));
  for (const { atMs, from, text } of lines.slice(-SHOWN_LINES)) {
    const time = new Date(atMs).toTimeString().slice(0, 8);
    const shown = `${time} ${from === 'server' ? '' : 'troupe: '}${escapeHidden(text.trimEnd())}`;
    await out.line(from === 'server' ? shown : out.style('dim', shown));
  }
  if (lines.length === 0) await out.line('Its log is empty.');
}

async function showTools(
  { name, isLazy }: McpServerStatus,
  { mcp: servers, out }: ChatContext,
): Promise<void> {
  const tools = servers.tools(name);
  if (tools.length === 0) await out.line('It has listed no tools.');
  else
    await out.line(
      drawColumns(
        tools.map((tool) => [escapeHidden(tool.name), escapeHidden(firstSentence(tool.description))]),
        out,
      ),
    );
  if (isLazy)
    await out.line(out.style('dim', '  They are many: the model searches for the one that it needs.'));
}

async function restart({ name, state }: McpServerStatus, chat: ChatContext): Promise<void> {
  const { mcp: servers } = chat;
  if (state === 'unapproved') throw notApproved(name);
  await chat.wait(async (signal) => {
    try {
      await orAbort(servers.restart(name), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  });
  await showState(name, chat);
}

async function approve({ name, state, digest, source }: McpServerStatus, chat: ChatContext): Promise<void> {
  const { mcp: servers, out, approvals } = chat;
  if (state !== 'unapproved')
    throw new SettingsError(`The server ${name} needs no approval: it is ${state}.`, { setting: 'mcp' });
  if (approvals === undefined)
    throw new SettingsError('Your folder of settings lies in the workspace, where the agent may write.', {
      setting: 'mcp',
    });
  const definition = servers.definition(name);
  await out.line(`  The whole definition of ${out.style('bold', name)}:`);
  for (const line of describeDefinition(definition, source)) await out.line(line);
  if (!(await chat.confirm('Let it start, in this form only?  [y]es  [n]o'))) {
    await out.line('It does not start.');
    return;
  }
  await approvals.add(digest);
  await chat.wait(async (signal) => {
    // What stands in the file now is judged by what was shown: a file that has changed since is another definition.
    await servers.reload();
    await untilSettled(servers, name, signal);
  });
  await showState(name, chat);
}

async function showState(name: string, chat: ChatContext): Promise<void> {
  const { prompts, resources } = chat.mcp.offers(name);
  const offered = { prompts: prompts.length, resources: resources.length };
  await chat.out.line(
    drawProse(escapeHidden(`${name}: ${describeStatus(statusOf(name, chat), offered)}`), chat.out),
  );
}

/** Errors: `SettingsError` for an unknown name. */
function statusOf(name: string, { mcp: servers }: ChatContext): McpServerStatus {
  const found = servers.list().find((server) => server.name === name);
  if (found !== undefined) return found;
  const known = servers.list().map((server) => server.name);
  throw new SettingsError(
    `There is no MCP server named ${JSON.stringify(name)}${known.length === 0 ? '' : ` (there are: ${known.join(', ')})`}.`,
    { setting: 'mcp' },
  );
}

function notApproved(name: string): SettingsError {
  return new SettingsError(
    `The server ${name} is not approved: /mcp approve ${name} shows what it would start.`,
    {
      setting: 'mcp',
    },
  );
}

function firstSentence(text: string): string {
  return text.split('\n', 1)[0]?.split(/(?<=\.)\s/, 1)[0] ?? '';
}

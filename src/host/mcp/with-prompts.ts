import { readPromptArguments } from '../../actors/mcp/prompt-arguments.js';
import { SettingsError } from '../../actors/protocol/errors.js';
import { omitUndefined } from '../../actors/protocol/json/omit-undefined.js';
import type { McpPromptInfo, McpServerState } from '../../actors/protocol/mcp.js';
import { escapeMentions } from '../../actors/threads/mention-text.js';
import type { AgentMode } from '../../actors/protocol/agent.js';
import type { HostInstructions } from '../instructions/host-instructions.js';
import type { ExpandedCommand, OwnCommand } from '../instructions/own-commands.js';
import type { McpServers } from './mcp-options.js';

// What cannot be typed in the name of a command.
const OTHER = /[^\p{Letter}\p{Number}_-]+/gu;

// As for the commands of people's own. Units: UTF-16 units.
const MAX_NAME_CHARS = 64;

// A server that is down for good answers nothing.
const LISTED: ReadonlySet<McpServerState> = new Set(['ready', 'restarting', 'starting']);

interface PromptCommand extends OwnCommand {
  readonly server: string;
  readonly prompt: McpPromptInfo;
}

type PromptSource = Pick<McpServers, 'list' | 'offers' | 'readPrompt'>;

/**
 * The commands of the person and of the workspace, and behind them the prompts of servers as `/server:prompt`: by their
 * last lists, so that no server delays this. A command that has the name already goes first.
 */
export function withPrompts(own: HostInstructions, servers: PromptSource): HostInstructions {
  return {
    ...own,
    listCommands: async () => {
      const { commands, problems } = await own.listCommands();
      const taken = new Map(commands.map((command) => [command.name, command]));
      const prompts: OwnCommand[] = [];
      const hidden: string[] = [];
      for (const { prompt, ...command } of listPrompts(servers)) {
        const other = taken.get(command.name);
        if (other === undefined) prompts.push(command);
        else
          hidden.push(
            `The prompt ${prompt.name} of the MCP server ${command.server} is not used: ${other.path ?? 'another one'} has the name /${command.name}.`,
          );
      }
      return { commands: [...commands, ...prompts], problems: [...problems, ...hidden] };
    },
    expandCommand: async (name, argument, mode, signal) =>
      (await own.expandCommand(name, argument, mode, signal)) ??
      expandPrompt(servers, name, argument, { mode, ...omitUndefined({ signal }) }),
  };
}

function listPrompts(servers: PromptSource): readonly PromptCommand[] {
  return servers.list().flatMap(({ name: server, state }) => {
    if (!LISTED.has(state)) return [];
    const named = new Map<string, PromptCommand>();
    for (const prompt of servers.offers(server).prompts) {
      const name = nameCommand(server, prompt.name, named);
      const hint = prompt.arguments
        .map((one) => (one.isRequired ? `<${one.name}>` : `[${one.name}]`))
        .join(' ');
      const { description } = prompt;
      named.set(name, {
        name,
        from: 'server',
        server,
        prompt,
        description,
        ...(hint === '' ? {} : { argumentHint: hint }),
      });
    }
    return [...named.values()];
  });
}

/** Errors: `SettingsError` for missing or wrong arguments; those of `readPrompt`. */
async function expandPrompt(
  servers: PromptSource,
  name: string,
  argument: string,
  {
    mode,
    signal = new AbortController().signal,
  }: { readonly mode: AgentMode; readonly signal?: AbortSignal },
): Promise<ExpandedCommand | undefined> {
  const found = listPrompts(servers).find((command) => command.name === name);
  if (found === undefined) return undefined;
  const { server, prompt, argumentHint = '' } = found;
  const typed = readPromptArguments(prompt.arguments, argument);
  if ('problem' in typed)
    throw new SettingsError(
      `/${name} was not sent: ${typed.problem}. It is used as ${`/${name} ${argumentHint}`.trim()}, and name=value works as well.`,
      { setting: name },
    );
  const { text, attachments } = await servers.readPrompt(server, prompt.name, typed.args, signal);
  // A server must not choose files of the workspace that go along.
  return { name, from: 'server', server, mode, text: escapeMentions(text), attachments };
}

/** A name that can be typed, and that no other prompt of the server has. */
function nameCommand(server: string, prompt: string, taken: ReadonlyMap<string, unknown>): string {
  const plain = `${server}:${prompt.replaceAll(OTHER, '-').slice(0, MAX_NAME_CHARS).toWellFormed()}`;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? plain : `${plain}-${number}`;
    if (!taken.has(name)) return name;
  }
}

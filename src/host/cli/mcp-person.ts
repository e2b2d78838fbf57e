import { WANTS_SIGN_IN } from '../../actors/mcp/client/wants-sign-in.js';
import type { McpServerStatus } from '../../actors/protocol/mcp.js';
import { systemClock, within } from '../../actors/runtime/clock.js';
import type { McpPerson, McpServers } from '../mcp/mcp-options.js';
import type { AskingTerminal } from './terminal/asking-terminal.js';
import { createTerminalPerson } from './mcp/terminal-person.js';
import { notify, type Session, warn } from './session.js';

// A server that is not ready by then offers its tools from the next message on. Units: milliseconds.
const MAX_WAIT_MS = 20_000;

/** The variable of the environment that holds the value of `${input:id}`. */
function inputVariable(id: string): string {
  return `TROUPE_INPUT_${id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_')}`;
}

/**
 * Answers servers: on a terminal the person is asked. Otherwise inputs come from the environment alone, and questions are
 * declined with a notice.
 */
export function personOf(session: Pick<Session, 'err' | 'questions'>, terminal?: AskingTerminal): McpPerson {
  const asked = terminal === undefined ? undefined : createTerminalPerson(terminal);
  return {
    ...asked,
    input: async (wanted) => {
      const name = inputVariable(wanted.id);
      const given = process.env[name];
      if (given !== undefined) return given;
      // A terminal that shows what is typed is no place for a password.
      const isShown = wanted.isPassword && terminal?.keyboard.isPlain === true;
      const typed = isShown ? undefined : await asked?.input(wanted);
      if (typed === undefined)
        await notify(session, `an MCP server needs "${wanted.id}": set the variable ${name}`);
      return typed;
    },
    onNotice: (message) => void notify(session, message),
  };
}

/** Waits until the servers have started, for a while and as long as the person is asked, and says which have not. */
export async function awaitServers(
  { err, isJson }: Pick<Session, 'err' | 'isJson'>,
  servers: McpServers,
  terminal?: AskingTerminal,
): Promise<void> {
  for (const problem of servers.problems) await warn(err, problem);
  if (servers.list().length === 0) return;
  await within(systemClock, MAX_WAIT_MS, servers.ready);
  while (terminal?.questions.isBusy === true) {
    await terminal.questions.settled;
    await within(systemClock, MAX_WAIT_MS, servers.ready);
  }
  for (const { name, state, reason = '' } of servers.list()) {
    if (state === 'ready') continue;
    if (!isJson || state !== 'unapproved')
      await warn(
        err,
        `the MCP server ${name} is not used (${state}). ${reason}${remedyFor({ name, state, reason })}`,
      );
  }
}

/** What a person does in a shell about a server that is not used, after a blank; `''` when its reason says all. */
export function remedyFor({
  name,
  state,
  reason,
}: Pick<McpServerStatus, 'name' | 'state' | 'reason'>): string {
  if (state === 'unapproved') return ` See "troupe mcp approve ${name}".`;
  return reason === WANTS_SIGN_IN ? ` Or sign in: troupe mcp login ${name}` : '';
}

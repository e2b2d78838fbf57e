import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import { toJsonLine } from '../draw/to-json-line.js';
import { SettingsError } from '../../../actors/protocol/errors.js';
import { readDefinitions } from '../../mcp/read-definitions.js';
import { findOwnMcpFile } from '../../node/mcp/find-mcp-files.js';
import { OwnMcpFile } from '../../node/mcp/own-mcp-file.js';
import type { McpCommandContext } from './mcp-command-context.js';
import { ExitCode } from '../terminal/exit-codes.js';

/** The options of `troupe mcp add`. */
export interface AddOptions {
  readonly url?: string;
  readonly sse?: boolean;
  readonly env?: Readonly<Record<string, string>>;
  readonly header?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly sandbox?: boolean;
}

/** Adds a server to the person's own. Resolves to the exit code. Errors: `SettingsError` for what would not be read. */
export async function addServer(
  { out, isJson }: McpCommandContext,
  name: string,
  [command, ...args]: readonly string[],
  options: AddOptions,
): Promise<number> {
  const { url, sse, env, header, cwd, sandbox } = options;
  if ((command === undefined) === (url === undefined))
    throw refuse('Give either a command after "--", or an address with --url.');
  const misplaced =
    url === undefined
      ? [...(sse === true ? ['--sse'] : []), ...(header === undefined ? [] : ['--header'])]
      : [
          ...(env === undefined ? [] : ['--env']),
          ...(cwd === undefined ? [] : ['--cwd']),
          ...(sandbox === true ? ['--sandbox'] : []),
        ];
  if (misplaced.length > 0)
    throw refuse(
      url === undefined
        ? `${misplaced.join(' and ')} would be for a server with an address, and this one has a command.`
        : `${misplaced.join(' and ')} would be for a server with a command, and this one has an address.`,
    );
  const server =
    url === undefined
      ? { command, args, ...omitUndefined({ env, cwd }) }
      : { type: sse === true ? 'sse' : 'http', url, ...omitUndefined({ headers: header }) };
  const written = { ...server, ...(sandbox === true ? { sandbox: true } : {}) };
  // What would not be read is not written.
  const { problems } = readDefinitions(JSON.stringify({ mcpServers: { [name]: written } }));
  if (problems.length > 0) throw refuse(problems.join(' '));
  const path = findOwnMcpFile(process.env);
  await new OwnMcpFile(path).add(name, written);
  await out.line(isJson ? toJsonLine({ name, source: path }) : `Added ${name} to ${path}.`);
  return ExitCode.ok;
}

function refuse(message: string): SettingsError {
  return new SettingsError(message, { setting: 'mcp' });
}

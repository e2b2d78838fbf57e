import type { McpServerDefinition } from '../../../actors/protocol/mcp.js';
import { escapeHidden } from '../draw/escape-hidden.js';

/**
 * All of a definition as lines, for whoever decides whether it may run: nothing is cut, masked or hidden, since any part of
 * it may be what it does.
 */
export function describeDefinition(
  { transport, sandbox, timeoutMs }: McpServerDefinition,
  source: string | undefined,
): readonly string[] {
  const pairs = (what: string, values: Readonly<Record<string, string>>): readonly string[] =>
    Object.entries(values).map(([name, value]) => `${what}: ${name}=${value}`);
  const run =
    transport.kind === 'stdio'
      ? [
          `command: ${transport.command}`,
          ...transport.args.map((arg) => `argument: ${arg}`),
          ...pairs('variable', transport.env),
          ...(transport.cwd === undefined ? [] : [`folder: ${transport.cwd}`]),
          sandbox === undefined
            ? 'It runs without a sandbox, with all your permissions.'
            : `It runs in the sandbox, ${sandbox.network ? 'with' : 'without'} the network.`,
        ]
      : [
          `address: ${transport.url}${transport.kind === 'sse' ? ' (server-sent events)' : ''}`,
          ...pairs('header', transport.headers),
          ...pairs('client', { ...transport.oauth }),
          ...(transport.allowsPlainHttp === true ? ['It may be reached without encryption.'] : []),
        ];
  return [
    ...run,
    ...(timeoutMs === undefined ? [] : [`longest silence of a call: ${timeoutMs} ms`]),
    `defined in: ${source ?? 'the program'}`,
  ].map((line) => `    ${escapeHidden(line)}`);
}

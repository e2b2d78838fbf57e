import type { McpServers } from '../../mcp/mcp-options.js';

/** Resolves when a server is neither starting nor starting again, or the signal aborts. Never rejects. */
export function untilSettled(
  servers: Pick<McpServers, 'list' | 'onChanged'>,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      const state = servers.list().find((server) => server.name === name)?.state;
      if (!signal.aborted && (state === 'starting' || state === 'restarting')) return;
      stop();
      signal.removeEventListener('abort', look);
      resolve();
    };
    const stop = servers.onChanged(look);
    signal.addEventListener('abort', look);
    look();
  });
}

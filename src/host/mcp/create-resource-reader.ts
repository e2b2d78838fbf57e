import type { ReadMentionedResource } from '../attachments/find-mentions.js';
import type { McpServers } from './mcp-options.js';

/** Reads `server:uri`, where there is a server of that name. */
export function createResourceReader(
  servers: Pick<McpServers, 'list' | 'readResource'>,
): ReadMentionedResource {
  return async (mentioned, signal) => {
    const colon = mentioned.indexOf(':');
    const server = mentioned.slice(0, Math.max(0, colon));
    const uri = mentioned.slice(colon + 1);
    if (uri === '' || !servers.list().some(({ name }) => name === server)) return undefined;
    return servers.readResource(server, uri, signal);
  };
}

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { isRecord, parseRecord } from '../../../src/actors/protocol/json/json-shape.js';

/** Listens on this machine until the test ends. Resolves to the origin. */
export async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => unknown,
): Promise<string> {
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export function answerJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

/** What a call of the one tool gets, besides its ordinary answer. Returns whether it has answered. */
export type OnCall = (response: ServerResponse, id: unknown, params: Record<string, unknown>) => boolean;

/** Handles one request of a server with the tool `echo`, as revision 2025-11-25 has it. */
export async function serveMcp(
  request: IncomingMessage,
  response: ServerResponse,
  onCall: OnCall = () => false,
  session = 'one',
): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(405).end();
    return;
  }
  const { id, method, params } = parseRecord(await text(request)) ?? {};
  const args = isRecord(params) ? params : {};
  if (method === 'initialize') response.setHeader('mcp-session-id', session);
  else if (method !== 'server/discover' && request.headers['mcp-session-id'] !== session) {
    response.writeHead(404).end();
    return;
  }
  if (id === undefined) response.writeHead(202).end();
  else if (method === 'initialize')
    answerJson(response, 200, {
      jsonrpc: '2.0',
      id,
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'test', version: '1' },
      },
    });
  else if (method === 'tools/list')
    answerJson(response, 200, {
      jsonrpc: '2.0',
      id,
      result: { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] },
    });
  else if (method !== 'tools/call')
    answerJson(response, 200, { jsonrpc: '2.0', id, error: { code: -32_601, message: 'Method not found' } });
  else if (!onCall(response, id, args))
    answerJson(response, 200, { jsonrpc: '2.0', id, result: { content: [{ type: 'text', text: 'echo' }] } });
}

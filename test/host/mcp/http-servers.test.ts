import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { McpServerDefinition } from '../../../src/actors/protocol/mcp.js';
import { listen, type OnCall, serveMcp } from './serve-http.js';
import { startServers } from './start-servers.js';
import { until } from '../../doubles/until.js';

const EVERYTHING = join(
  import.meta.dirname,
  '../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);

function at(url: string, more: Partial<McpServerDefinition> = {}): McpServerDefinition {
  return { name: 'far', transport: { kind: 'http', url, headers: {} }, ...more };
}

async function serving(onCall: OnCall): Promise<McpServerDefinition> {
  const origin = await listen((request, response) => serveMcp(request, response, onCall));
  return at(`${origin}/mcp`, { timeoutMs: 300 });
}

test.each([
  { mode: 'streamableHttp', kind: 'http', path: '/mcp' },
  { mode: 'sse', kind: 'sse', path: '/sse' },
] as const)('a public server answers over $mode, with progress', async ({ mode, kind, path }) => {
  const origin = await listen(() => undefined);
  const port = String(Number(new URL(origin).port) + 1);
  const child = spawn(process.execPath, [EVERYTHING, mode], { env: { ...process.env, PORT: port } });
  onTestFinished(async () => {
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  });
  const url = `http://127.0.0.1:${port}${path}`;
  await until(() => fetch(url, { method: 'OPTIONS' }), 'the server answers');
  const { servers, call } = await startServers([{ name: 'far', transport: { kind, url, headers: {} } }]);
  expect(servers.list()).toMatchObject([{ state: 'ready' }]);
  await expect(call('far__echo', { message: 'hi' })).resolves.toMatchObject({ output: 'Echo: hi' });
  const shown: string[] = [];
  await call(
    'far__trigger-long-running-operation',
    { duration: 1, steps: 2 },
    { onOutput: ({ text }) => void shown.push(text) },
  );
  expect(shown.length).toBeGreaterThan(0);
});

describe('a server over HTTP that', () => {
  test('hangs fails its call when it has been silent for too long', async () => {
    const { call } = await startServers([await serving(() => true)]);
    await expect(call('far__echo', {})).resolves.toMatchObject({
      success: false,
      output: 'The MCP server far: The server did not answer in time.',
    });
  });

  test('floods with 100 MB is cut off', async () => {
    let sent = 0;
    const flood: OnCall = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const write = (): void => {
        while (sent < 100 && !response.destroyed) {
          sent += 1;
          if (!response.write('x'.repeat(1_000_000))) {
            response.once('drain', write);
            return;
          }
        }
        response.end();
      };
      write();
      return true;
    };
    const { call } = await startServers([{ ...(await serving(flood)), timeoutMs: 30_000 }]);
    await expect(call('far__echo', {})).resolves.toMatchObject({ success: false });
    expect(sent).toBeLessThan(100);
  });

  test('breaks off in the middle of an answer fails that call only', async () => {
    let calls = 0;
    const definition = await serving((response) => {
      calls += 1;
      if (calls > 1) return false;
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('{"jsonrpc":');
      setImmediate(() => response.destroy());
      return true;
    });
    const { call } = await startServers([definition]);
    await expect(call('far__echo', {})).resolves.toMatchObject({ success: false });
    await expect(call('far__echo', {})).resolves.toMatchObject({ output: 'echo' });
  });

  test('has forgotten the session is connected to anew', async () => {
    let session = 'first';
    const origin = await listen((request, response) => serveMcp(request, response, undefined, session));
    const { servers, call } = await startServers([at(`${origin}/mcp`)]);
    session = 'second';
    await expect(call('far__echo', {})).resolves.toMatchObject({ success: false });
    await expect(call('far__echo', {})).resolves.toMatchObject({ output: 'echo' });
    expect(servers.list()).toMatchObject([{ state: 'ready', restarts: 1 }]);
  });

  test('sends elsewhere is not followed, and no header of its definition goes there', async () => {
    const seen: unknown[] = [];
    const other = await listen((request, response) => {
      seen.push(request.headers);
      response.writeHead(404).end();
    });
    const origin = await listen((_, response) => response.writeHead(307, { location: `${other}/mcp` }).end());
    const transport = {
      kind: 'http',
      url: `${origin}/mcp`,
      headers: { Authorization: 'Bearer Zq7-very-secret-0815' },
    } as const;
    const { servers } = await startServers([{ name: 'far', transport }]);
    expect(servers.list()).toMatchObject([{ state: 'failed' }]);
    expect(seen).toEqual([]);
    expect(JSON.stringify([servers.list(), servers.log('far')])).not.toContain('Zq7-very-secret');
  });

  test('is on another machine is not reached without encryption', async () => {
    const { servers } = await startServers([at('http://192.0.2.1/mcp')]);
    expect(servers.list()).toMatchObject([{ state: 'failed' }]);
    expect(servers.list()[0]?.reason).toContain('without encryption');
  });
});

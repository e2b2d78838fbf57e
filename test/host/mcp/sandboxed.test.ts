import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { ToolRegistry } from '../../../src/actors/tools/calls/registry.js';
import { composeMcp } from '../../../src/host/mcp/compose-mcp.js';
import type { McpServers } from '../../../src/host/mcp/mcp-options.js';
import { findSandbox } from '../../../src/host/node/sandbox/find-sandbox.js';
import { type Sandbox, withoutSandbox } from '../../../src/host/node/sandbox/sandbox.js';
import { findMarked } from '../../doubles/find-marked.js';
import { FAKE_SERVER, temporaryFolder } from './start-servers.js';
import { testUnless, whyUnsandboxed } from '../../doubles/run-unless.js';

// What a server in the sandbox tries: its tool answers with what has become of it.
const TRYING = `
const { createInterface } = require('node:readline');
const { readFileSync, writeFileSync } = require('node:fs');
const { connect } = require('node:net');
const [inside, outside, secret, port] = process.argv.slice(1);
const attempt = (work) => { try { return String(work() ?? 'done'); } catch (error) { return error.code; } };
const reach = () => new Promise((resolve) => {
  const socket = connect({ port: Number(port), host: '127.0.0.1' });
  socket.on('connect', () => resolve('reached')).on('error', (error) => resolve(error.code));
});
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
createInterface({ input: process.stdin }).on('line', async (line) => {
  const { id, method } = JSON.parse(line);
  const answer = (result) => send({ id, result });
  if (method === 'initialize')
    answer({ protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 't', version: '1' } });
  else if (method === 'tools/list') answer({ tools: [{ name: 'try', inputSchema: { type: 'object' } }] });
  else if (method === 'tools/call') {
    const tried = {
      inside: attempt(() => writeFileSync(inside, 'made')),
      outside: attempt(() => writeFileSync(outside, 'made')),
      secret: attempt(() => readFileSync(secret, 'utf8')),
      network: await reach(),
      key: process.env.KEY,
    };
    answer({ content: [{ type: 'text', text: JSON.stringify(tried) }] });
  } else if (id !== undefined) send({ id, error: { code: -32601, message: 'Method not found' } });
});`;

const sandboxHere: Sandbox = await findSandbox({ roots: [] });

async function compose(
  root: AbsPath,
  servers: Parameters<typeof composeMcp>[0]['servers'],
  tools: ToolRegistry,
  sandbox: Sandbox,
): Promise<McpServers> {
  const running = await composeMcp(
    { servers: servers ?? [] },
    { roots: [root], tools, sandbox: () => Promise.resolve(sandbox) },
  );
  onTestFinished(() => running[Symbol.asyncDispose]());
  await running.ready;
  return running;
}

testUnless(whyUnsandboxed(sandboxHere.state))(
  'a server in the sandbox writes in the workspace only, has no network, and gets its own variables',
  async () => {
    const root = await temporaryFolder();
    const home = '/var/tmp' as AbsPath;
    const name = `troupe-${randomBytes(6).toString('hex')}`;
    const secret = join(home, name);
    await writeFile(secret, 'secret');
    onTestFinished(async () => {
      await rm(secret, { force: true });
    });
    const reached = vi.fn();
    const server = createServer((socket) => {
      reached();
      socket.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => new Promise((resolve) => server.close(() => resolve())));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '0';
    const mark = randomBytes(8).toString('hex');
    const outside = join(home, `${name}-made`);
    const args = ['-e', TRYING, join(root, 'inside'), outside, secret, port];
    const transport = { kind: 'stdio', command: process.execPath, args, env: { KEY: mark } } as const;
    const tools = new ToolRegistry();
    const sandbox = await findSandbox({ roots: [root], secrets: [secret] });
    const servers = await compose(
      root,
      [{ name: 'caged', transport, sandbox: { network: false } }],
      tools,
      sandbox,
    );
    expect(servers.list()).toMatchObject([{ state: 'ready' }]);
    const { signal } = new AbortController();
    const result = await tools.get('caged__try')?.run({}, { signal, roots: [root] });
    const tried = JSON.parse((result as { readonly text: string }).text) as Record<string, string>;
    // It has its variable, whose value no result shows.
    expect(tried).toMatchObject({ inside: 'done', key: '[key removed]' });
    expect(tried['outside']).not.toBe('done');
    expect(tried['secret']).not.toBe('secret');
    expect(tried['network']).not.toBe('reached');
    expect(reached).not.toHaveBeenCalled();
    await expect(readFile(join(root, 'inside'), 'utf8')).resolves.toBe('made');
    await servers[Symbol.asyncDispose]();
    expect(await findMarked(`KEY=${mark}`)).toEqual([]);
  },
);

test('a server that is meant for the sandbox is not started where there is none', async () => {
  const transport = {
    kind: 'stdio',
    command: process.execPath,
    args: [FAKE_SERVER, 'plain'],
    env: {},
  } as const;
  const root = await temporaryFolder();
  const servers = await compose(
    root,
    [{ name: 'caged', transport, sandbox: { network: false } }],
    new ToolRegistry(),
    withoutSandbox('This machine has none'),
  );
  expect(servers.list()).toMatchObject([{ state: 'failed' }]);
  expect(servers.list()[0]?.reason).toContain('It is meant to run in a sandbox, and there is none here.');
});

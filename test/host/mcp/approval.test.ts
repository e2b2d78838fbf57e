import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { McpServerStatus } from '../../../src/actors/protocol/mcp.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { ToolRegistry } from '../../../src/actors/tools/calls/registry.js';
import { composeMcp } from '../../../src/host/mcp/compose-mcp.js';
import { McpApprovals } from '../../../src/host/node/mcp/mcp-approvals.js';
import { withoutSandbox } from '../../../src/host/node/sandbox/sandbox.js';
import { FAKE_SERVER, temporaryFolder } from './start-servers.js';

let root: AbsPath;
let settings: AbsPath;

beforeEach(async () => {
  root = await temporaryFolder();
  settings = await temporaryFolder();
  vi.stubEnv('XDG_CONFIG_HOME', settings);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

async function define(path: string, args: readonly string[]): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  const servers = { plain: { command: process.execPath, args: [FAKE_SERVER, ...args] } };
  await writeFile(path, JSON.stringify({ mcpServers: servers }), { mode: 0o600 });
}

async function start(): Promise<McpServerStatus | undefined> {
  const servers = await composeMcp(
    { readsFiles: true },
    {
      roots: [root],
      tools: new ToolRegistry(),
      sandbox: () => Promise.resolve(withoutSandbox('None is wanted here')),
    },
  );
  onTestFinished(() => servers[Symbol.asyncDispose]());
  await servers.ready;
  return servers.list()[0];
}

test('a server of the workspace starts once its definition is approved, and not after that has changed', async () => {
  const file = join(root, '.mcp.json');
  await define(file, ['plain']);
  const before = await start();
  expect(before).toMatchObject({ name: 'plain', state: 'unapproved', tools: [], source: file });

  await McpApprovals.open(process.env, [root])?.add(before?.digest ?? '');
  await expect(start()).resolves.toMatchObject({ state: 'ready', tools: ['echo'] });

  await define(file, ['plain', join(root, 'elsewhere')]);
  await expect(start()).resolves.toMatchObject({ state: 'unapproved' });
});

test('an approval does not hold for the same definition in another file', async () => {
  await define(join(root, '.mcp.json'), ['plain']);
  const { digest = '' } = (await start()) ?? {};
  await McpApprovals.open(process.env, [root])?.add(digest);
  root = await temporaryFolder();
  await define(join(root, '.mcp.json'), ['plain']);
  await expect(start()).resolves.toMatchObject({ state: 'unapproved' });
});

test("a server of the person's own file starts without approval, and wins over one of the workspace", async () => {
  const own = join(settings, 'troupe/mcp.json');
  await define(own, ['plain']);
  await define(join(root, '.vscode/mcp.json'), ['hangs']);
  await expect(start()).resolves.toMatchObject({ state: 'ready', source: own });
});

test("a person's own file that others may write is not used", async () => {
  const own = join(settings, 'troupe/mcp.json');
  await define(own, ['plain']);
  await chmod(own, 0o666);
  await expect(start()).resolves.toBeUndefined();
});

test('approvals that were tampered with are refused, and stay as they are', async () => {
  const path = join(settings, 'troupe/mcp-approvals.json');
  await mkdir(join(settings, 'troupe'));
  await writeFile(path, '{"approved":["all"]}', { mode: 0o600 });
  await expect(start()).rejects.toThrow('is not a list of digests');
  await expect(readFile(path, 'utf8')).resolves.toBe('{"approved":["all"]}');
});

import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import type { McpServerStatus } from '../../../src/actors/protocol/mcp.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { ToolRegistry } from '../../../src/actors/tools/calls/registry.js';
import { runTool } from '../../../src/actors/tools/calls/run-tool.js';
import { composeMcp } from '../../../src/host/mcp/compose-mcp.js';
import type { McpInputQuestion, McpOptions, McpServers } from '../../../src/host/mcp/mcp-options.js';
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

function definition(...args: readonly string[]): object {
  return { command: process.execPath, args: [FAKE_SERVER, ...args] };
}

async function define(servers: Readonly<Record<string, object>>, path = '.mcp.json'): Promise<void> {
  const file = join(root, path);
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(file, JSON.stringify({ servers }));
}

async function approve(servers: McpServers, name: string): Promise<void> {
  const { digest = '' } = servers.list().find((server) => server.name === name) ?? {};
  await McpApprovals.open(process.env, [root])?.add(digest);
}

async function start(options: McpOptions = {}): Promise<{ servers: McpServers; tools: ToolRegistry }> {
  const tools = new ToolRegistry();
  const servers = await composeMcp(
    { readsFiles: true, ...options },
    { roots: [root], tools, sandbox: () => Promise.resolve(withoutSandbox('None is wanted here')) },
  );
  onTestFinished(() => servers[Symbol.asyncDispose]());
  await servers.ready;
  return { servers, tools };
}

/** Resolves once a server is in that state. */
async function isIn(
  servers: McpServers,
  name: string,
  state: McpServerStatus['state'],
): Promise<McpServerStatus> {
  return new Promise((resolve) => {
    const look = (): void => {
      const found = servers.list().find((server) => server.name === name && server.state === state);
      if (found === undefined) return;
      stop();
      resolve(found);
    };
    const stop = servers.onChanged(look);
    look();
  });
}

function call(tools: ToolRegistry, name: string): Promise<string> {
  const tool = tools.get(name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  const context = { signal: new AbortController().signal, roots: [root] };
  return runTool(tool, tool.validate({ text: 'hello' }), context).then(({ output }) => output);
}

test('a server that was approved starts with the next reading, and its tools are offered', async () => {
  await define({ one: definition('plain') });
  const { servers, tools } = await start();
  expect(servers.list()).toMatchObject([{ name: 'one', state: 'unapproved' }]);

  await approve(servers, 'one');
  await servers.reload();
  await isIn(servers, 'one', 'ready');

  expect(servers.tools('one')).toMatchObject([{ name: 'echo', description: 'Says it again' }]);
  await expect(call(tools, 'one__echo')).resolves.toBe('echo: hello');
});

test('a reading ends what has changed and leaves all else alone', async () => {
  const pids = join(settings, 'pid');
  await define({ one: definition('plain'), two: definition('plain', pids) });
  const { servers, tools } = await start();
  await approve(servers, 'one');
  await approve(servers, 'two');
  await servers.reload();
  await isIn(servers, 'one', 'ready');
  await isIn(servers, 'two', 'ready');

  await define({ one: definition('plain', join(settings, 'other')), two: definition('plain', pids) });
  await servers.reload();

  expect(servers.list().map(({ name, state, restarts }) => ({ name, state, restarts }))).toEqual([
    { name: 'one', state: 'unapproved', restarts: 0 },
    { name: 'two', state: 'ready', restarts: 0 },
  ]);
  await expect(call(tools, 'one__echo')).resolves.toContain('It is not running (unapproved).');
});

test('a server that nothing defines any more ends, and comes back under the same tools', async () => {
  await define({ one: definition('plain') });
  const { servers, tools } = await start();
  await approve(servers, 'one');
  await servers.reload();
  await isIn(servers, 'one', 'ready');

  await rm(join(root, '.mcp.json'));
  await servers.reload();
  expect(servers.list()).toEqual([]);
  await expect(call(tools, 'one__echo')).resolves.toContain('Nothing defines it any more.');

  await define({ one: definition('plain') });
  await servers.reload();
  await isIn(servers, 'one', 'ready');
  await expect(call(tools, 'one__echo')).resolves.toBe('echo: hello');
});

test('a server that was stopped stays so until it is started', async () => {
  await define({ one: definition('plain') });
  const { servers, tools } = await start();
  await approve(servers, 'one');
  await servers.reload();
  await isIn(servers, 'one', 'ready');

  await servers.stop('one');
  await servers.reload();
  expect(servers.list()).toMatchObject([{ state: 'stopped', reason: 'You have stopped it.' }]);
  await expect(call(tools, 'one__echo')).resolves.toContain('You have stopped it.');

  await servers.restart('one');
  expect(servers.list()).toMatchObject([{ state: 'ready' }]);
});

test('a server that the person has turned off does not start, whoever defines it', async () => {
  await define({ one: definition('plain') });
  const off = new Set(['one', 'own']);
  const own = { name: 'own', transport: { kind: 'stdio', command: 'false', args: [], env: {} } } as const;
  const { servers } = await start({ servers: [own], isDisabled: (name) => off.has(name) });
  await approve(servers, 'one');
  await servers.reload();
  expect(servers.list()).toMatchObject([
    { name: 'own', state: 'disabled' },
    { name: 'one', state: 'disabled', reason: 'You have turned it off.' },
  ]);

  off.delete('one');
  await servers.reload();
  await isIn(servers, 'one', 'ready');
});

test('a source defines servers that need an approval of their own', async () => {
  const text = JSON.stringify({ servers: { one: definition('plain') } });
  await define({ one: definition('plain') });
  const sources = (): readonly { name: string; text: string }[] => [{ name: 'the editor', text }];
  const { servers } = await start({ sources });
  expect(servers.list()).toMatchObject([{ name: 'one', state: 'unapproved', source: 'the editor' }]);
  expect(servers.problems).toEqual([
    `${join(root, '.mcp.json')}: The server "one" is defined in the editor already.`,
  ]);

  await approve(servers, 'one');
  await servers.reload();
  await isIn(servers, 'one', 'ready');
});

test('an input is asked for with its source until there is a value', async () => {
  const inputs = [
    { id: 'kind', description: 'Which?', options: ['a', { label: 'B', value: 'b' }], default: 'b' },
  ];
  const text = JSON.stringify({ inputs, servers: { one: definition('plain', '${input:kind}') } });
  const asked: McpInputQuestion[] = [];
  let value: string | undefined;
  const { servers } = await start({
    sources: () => [{ name: 'the editor', text }],
    person: {
      input: (question) => {
        asked.push(question);
        return Promise.resolve(value);
      },
    },
  });
  await approve(servers, 'one');
  await servers.reload();
  await expect(isIn(servers, 'one', 'failed')).resolves.toMatchObject({
    reason: expect.stringContaining('${input:kind}'),
  });
  value = join(settings, 'pid');
  await servers.restart('one');
  expect(servers.list()).toMatchObject([{ state: 'ready' }]);
  await servers.restart('one');

  const question = {
    id: 'kind',
    description: 'Which?',
    isPassword: false,
    options: ['a', 'b'],
    value: 'b',
    server: 'one',
    source: 'the editor',
  };
  expect(asked).toEqual([question, question]);
});

test('approvals that were tampered with leave everything as it was', async () => {
  await define({ one: definition('plain') });
  const { servers } = await start();
  await approve(servers, 'one');
  await servers.reload();
  await isIn(servers, 'one', 'ready');
  await writeFile(join(settings, 'troupe/mcp-approvals.json'), '{"approved":["all"]}', { mode: 0o600 });

  await expect(servers.reload()).rejects.toThrow('is not a list of digests');

  expect(servers.list()).toMatchObject([{ state: 'ready' }]);
});

test('a log tells its listeners of each line, without secrets', async () => {
  const text = JSON.stringify({
    servers: { one: { ...definition('leaks'), env: { API_KEY: 'sk-0123456789abcdef' } } },
  });
  const { servers, tools } = await start({ sources: () => [{ name: 'the editor', text }] });
  await approve(servers, 'one');
  await servers.reload();
  await isIn(servers, 'one', 'ready');
  const line = new Promise<string>((resolve) => {
    servers.onLog('one', ({ from, text: said }) => {
      if (from === 'server') resolve(said);
    });
  });
  await call(tools, 'one__echo');
  await expect(line).resolves.toMatch(/^my key is (?!sk-)/);
});

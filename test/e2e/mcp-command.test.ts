import { join } from 'node:path';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { type Ended, jsonLines, troupe } from './troupe.js';

const FAKE = join(import.meta.dirname, '../doubles/mcp-server.mjs');

let dir: AbsPath;
let settings: AbsPath;
beforeEach(() => {
  dir = makeTempDir();
  settings = makeTempDir();
});
afterEach(() => {
  for (const folder of [dir, settings]) removeTempDir(folder);
});

function mcp(...args: readonly string[]): Promise<Ended> {
  return troupe(['mcp', ...args], { cwd: dir, env: { XDG_CONFIG_HOME: settings, XDG_STATE_HOME: settings } });
}

const ownFile = (): string => join(settings, 'troupe/mcp.json');

test.each([
  [['foo'], "error: unknown command 'foo' (see troupe mcp --help)"],
  [['add'], "missing required argument 'name'"],
  [['add', 'x'], 'Give either a command after "--", or an address with --url.'],
  [
    ['add', 'x', '--url', 'https://a.example', '--', 'node'],
    'Give either a command after "--", or an address',
  ],
  [['add', 'x', '--url', 'nowhere'], 'has a "url" that is no address of http or https'],
  [['add', 'x', '--url', 'file:///a'], 'has a "url" that is no address of http or https'],
  [
    ['add', 'x', '--url', 'https://a.example', '--env', 'A=b', '--sandbox'],
    '--env and --sandbox would be for a server with a command',
  ],
  [['add', 'x', '--header', 'A: b', '--', 'node'], '--header would be for a server with an address'],
  [['add', 'x', '--sse', '--', 'node'], '--sse would be for a server with an address'],
  [['add', 'x', '--header', 'none', '--url', 'https://a.example'], 'Expected a name, ":" and a value.'],
  [['add', 'a__b', '--', 'node'], 'needs a name of 1 to 40 letters, digits, "_" or "-", without "__"'],
  [['remove', 'nobody'], 'There is no server "nobody" in '],
  [['approve', 'nobody'], 'There is no MCP server named "nobody": see "troupe mcp list".'],
  [['test', 'nobody'], 'There is no MCP server named "nobody": see "troupe mcp list".'],
  [['login', 'nobody'], 'There is no MCP server named "nobody": see "troupe mcp list".'],
  [['logout', 'nobody'], 'There is no MCP server named "nobody": see "troupe mcp list".'],
])('troupe mcp %j says what is wrong, exits with 2 and writes nothing', async (args, message) => {
  const { exitCode, stdout, stderr } = await mcp(...args);
  expect(stderr).toContain(message);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
  expect(() => readFileSync(ownFile())).toThrow('ENOENT');
});

test('a server is added, listed, tried and removed, for a person and for a program', async () => {
  await expect(
    mcp('add', 'fake', '--env', 'MODE=fast', '--', process.execPath, FAKE, 'plain'),
  ).resolves.toEqual({
    exitCode: 0,
    stdout: `Added fake to ${ownFile()}.\n`,
    stderr: '',
  });
  expect(JSON.parse(readFileSync(ownFile(), 'utf8'))).toEqual({
    mcpServers: { fake: { command: process.execPath, args: [FAKE, 'plain'], env: { MODE: 'fast' } } },
  });
  await expect(mcp('add', 'fake', '--', 'other')).resolves.toMatchObject({ exitCode: 2 });
  await expect(mcp()).resolves.toEqual({
    exitCode: 0,
    stdout: `fake  MODE=fast ${process.execPath} ${FAKE} plain  [${ownFile()}]\n`,
    stderr: '',
  });
  expect(jsonLines(await mcp('list', '--json'))).toMatchObject([
    { name: 'fake', kind: 'stdio', source: ownFile(), state: 'approved' },
  ]);
  await expect(mcp('test', 'fake')).resolves.toEqual({
    exitCode: 0,
    stdout: 'fake is ready (2025-11-25, 1 tools).\n  fake__echo  Says it again\n',
    stderr: '',
  });
  expect(jsonLines(await mcp('test', 'fake', '--json'))).toMatchObject([
    { name: 'fake', state: 'ready', tools: ['echo'], log: [] },
  ]);
  await expect(mcp('remove', 'fake')).resolves.toMatchObject({ exitCode: 0 });
  await expect(mcp()).resolves.toMatchObject({
    stdout: 'There are no MCP servers: see "troupe mcp --help".\n',
  });
});

test('a server that does not start is said to fail, with its log', async () => {
  await mcp('add', 'dead', '--', process.execPath, FAKE, 'dead');
  const { exitCode, stdout, stderr } = await mcp('test', 'dead');
  expect(exitCode).toBe(6);
  expect(stdout).toContain('dead: failed.');
  expect(stdout).toContain('It ended with exit code 7.');
  expect(stderr).toContain('troupe: ');
});

test('there is nowhere to sign in at a server that is a program', async () => {
  await mcp('add', 'fake', '--', process.execPath, FAKE, 'plain');
  for (const command of ['login', 'logout'])
    await expect(mcp(command, 'fake')).resolves.toMatchObject({
      exitCode: 2,
      stderr: 'troupe: The server "fake" has no address to sign in at.\n',
    });
});

describe('a server of the workspace', () => {
  beforeEach(() => {
    const server = {
      command: process.execPath,
      args: [FAKE, 'plain'],
      env: { NODE_OPTIONS: '--no-warnings' },
    };
    writeFiles(dir, { '.mcp.json': JSON.stringify({ mcpServers: { build: server } }) });
  });

  test('is approved with all of its definition, and the approval can be taken back', async () => {
    const before = await mcp();
    expect(before.stdout).toContain('build  (unapproved) ');
    await expect(mcp('approve', 'build')).resolves.toEqual({
      exitCode: 0,
      stdout: `${[
        'The whole definition of build:',
        `    command: ${process.execPath}`,
        `    argument: ${FAKE}`,
        '    argument: plain',
        '    variable: NODE_OPTIONS=--no-warnings',
        '    It runs without a sandbox, with all your permissions.',
        `    defined in: ${join(dir, '.mcp.json')}`,
        'Approved: build',
      ].join('\n')}\n`,
      stderr: '',
    });
    await expect(mcp('test', 'build')).resolves.toMatchObject({ exitCode: 0 });
    await expect(mcp('approve', 'build')).resolves.toMatchObject({ stdout: 'build is approved already.\n' });
    await expect(mcp('revoke', 'build')).resolves.toMatchObject({ exitCode: 0, stdout: 'Revoked: build\n' });
    await expect(mcp('test', 'build')).resolves.toMatchObject({ exitCode: 6 });
  });

  test('is approved for a program in one line', async () => {
    const [line] = jsonLines(await mcp('approve', 'build', '--json'));
    expect(line).toEqual({
      name: 'build',
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
      isApproved: true,
      changed: true,
    });
  });

  test('in a file that is not JSON is said by its line, and nothing of it is printed', async () => {
    writeFiles(dir, {
      '.mcp.json': '{ "mcpServers": {\n"a": { "env": { "KEY": Zq7-very-secret-0815 } } } }',
    });
    await expect(mcp()).resolves.toEqual({
      exitCode: 0,
      stdout: 'There are no MCP servers: see "troupe mcp --help".\n',
      stderr: `troupe: ${join(dir, '.mcp.json')}: It is not JSON: see line 2.\n`,
    });
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { ModelServer } from '../actors/llm/model-server.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { editCall, playCalls } from './play-calls.js';
import { type Ended, troupe } from './troupe.js';

let dir: AbsPath;
let state: AbsPath;
let server: ModelServer;
beforeEach(async () => {
  dir = makeTempDir();
  state = makeTempDir();
  writeFiles(dir, { 'price.ts': 'export const price = 41;\n' });
  server = await ModelServer.start();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  for (const folder of [dir, state]) removeTempDir(folder);
});

// What each takes of a start, on two cores: a thread 60 ms, the first use of Intl 20, a pattern of all emoji 40.
const REFUSALS = `
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';
const refuse = (what) => class { constructor() { throw new Error('It makes ' + what + '.'); } };
threads.Worker = refuse('a thread');
syncBuiltinESMExports();
for (const name of ['Collator', 'DateTimeFormat', 'ListFormat', 'NumberFormat', 'Segmenter']) Intl[name] = refuse(name);
for (const kind of [Number, Date]) kind.prototype.toLocaleString = refuse('a format');
globalThis.RegExp = new Proxy(RegExp, {
  construct: (target, [source, flags]) =>
    flags?.includes('v') ? new (refuse('a pattern of sets'))() : new target(source, flags),
});
`;

/** Runs a task where what a start does not need is refused. */
function run(...args: readonly string[]): Promise<Ended> {
  return troupe(['run', '--base-url', server.url, '--model', 'm', '--auto-approve', 'all', ...args], {
    cwd: dir,
    env: {
      XDG_STATE_HOME: state,
      XDG_CONFIG_HOME: state,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(REFUSALS)}`,
    },
  });
}

test('a run that reads, edits and answers starts no thread, and makes nothing for texts that it does not have', async () => {
  const calls = [['read_file', { uri: 'price.ts' }], editCall('price.ts', '41', '42')] as const;
  server.handle = playCalls(server, calls, 'It is 42.');
  expect(await run('Raise the price.')).toMatchObject({ exitCode: 0, stdout: 'It is 42.\n' });
  expect(readFileSync(join(dir, 'price.ts'), 'utf8')).toContain('42');
});

test('what is refused there is what a search needs', async () => {
  server.handle = playCalls(server, [['search_pathnames_only', { query: 'price' }]], 'Found.');
  await run('Find it.');
  const [, result] = server.received;
  expect(JSON.stringify(result?.body)).toContain('It makes a thread.');
});

/** The source files of all code that the main thread of a command loads, as paths below the repository. */
async function sourcesOf(args: readonly string[]): Promise<readonly string[]> {
  const coverage = makeTempDir();
  try {
    const ended = await troupe(args, {
      cwd: dir,
      env: { XDG_STATE_HOME: state, XDG_CONFIG_HOME: state, NODE_V8_COVERAGE: coverage },
    });
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    return readdirSync(coverage)
      .map((file) => readScripts(join(coverage, file)))
      .filter((urls) => urls.some((url) => url.endsWith('/dist/cli.js')))
      .flatMap((urls) => urls.filter((url) => url.includes('/dist/')).flatMap(readSources));
  } finally {
    removeTempDir(coverage);
  }
}

/** The addresses of what a thread has run. */
function readScripts(file: string): readonly string[] {
  const { result } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly result: readonly { readonly url: string }[];
  };
  return result.map(({ url }) => url);
}

function readSources(url: string): readonly string[] {
  const map = `${fileURLToPath(url)}.map`;
  if (!existsSync(map)) return [];
  const { sources } = JSON.parse(readFileSync(map, 'utf8')) as { readonly sources: readonly string[] };
  return sources.map((source) => source.replace(/^(?:\.\.\/)+/, ''));
}

const AGENT =
  /^src\/(?:machines|actors\/llm|actors\/mcp|actors\/tools\/files|host\/(?:engine|mcp|providers\/built-in|api\.ts|compose-host\.ts))|^node_modules\/(?:zod|xstate|openai|diff|@modelcontextprotocol)\//;
const DRAWING = /^node_modules\/marked\/|^src\/host\/cli\/markdown\/markdown-flow\.ts/;
const SANDBOX = /^src\/host\/node\/sandbox\/(?:find-sandbox|bubblewrap|seatbelt|mounts\/secret-places)\.ts/;
const NETWORK = /^src\/host\/node\/(?:web\/open-pinned|mcp\/sign-in-receiver)\.ts/;
const THREADS = /^src\/host\/node\/threads\//;
const INDEX = /^src\/host\/(?:workspace|supervise-index)\.ts/;

describe('the code that is loaded', () => {
  test.each([
    { args: ['threads'], is: 'src/host/cli/threads-command.ts', without: [INDEX] },
    { args: ['approvals'], is: 'src/host/cli/approvals-command.ts', without: [INDEX] },
    { args: ['search', 'price'], is: 'src/host/workspace.ts', without: [THREADS] },
    { args: ['grep', 'price'], is: 'src/host/workspace.ts', without: [THREADS] },
    { args: ['tree'], is: 'src/host/workspace.ts', without: [THREADS] },
  ])('by "troupe $args.0" is none of an agent', async ({ args, is, without }) => {
    const sources = await sourcesOf(args);
    expect(sources).toContain(is);
    for (const unwanted of [AGENT, DRAWING, SANDBOX, NETWORK, ...without])
      expect(sources.filter((source) => unwanted.test(source))).toEqual([]);
  });

  test('by a run is that of an agent, and nothing for a sandbox, pages and a terminal, which it does not use', async () => {
    const sources = await sourcesOf(['run', '--provider', 'offline', '--model', 'offline', '-q', 'Hi']);
    expect(sources).toEqual(
      expect.arrayContaining(['src/host/compose-host.ts', 'src/host/engine/agent-engine.ts']),
    );
    for (const unwanted of [DRAWING, SANDBOX, NETWORK])
      expect(sources.filter((source) => unwanted.test(source))).toEqual([]);
  });
});

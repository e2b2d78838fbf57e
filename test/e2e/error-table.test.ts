import { once } from 'node:events';
import { chmodSync, cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AgentEvent } from '../../src/actors/protocol/agent.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { chunk, ModelServer, type Received } from '../actors/llm/model-server.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { type Ended, jsonLines, startTroupe, troupe, turnEvents } from './troupe.js';

// The table of errors in the specification (S3), a test a row: the real fault, the event that a program gets, and words
// that a person can act on. `ActorLostError` has its tests in test/threads/index-worker.test.ts.

const CORPUS = join(import.meta.dirname, '../corpus/threads');

let dir: AbsPath;
let state: AbsPath;
let server: ModelServer;
beforeEach(async () => {
  dir = makeTempDir();
  state = makeTempDir();
  writeFiles(dir, { 'src/needle.ts': 'export const needle = 42;\n' });
  server = await ModelServer.start();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  removeTempDir(dir);
  removeTempDir(state);
});

const env = (): Record<string, string> => ({ XDG_STATE_HOME: state, XDG_CONFIG_HOME: state });

function run(args: readonly string[] = [], baseUrl = server.url): Promise<Ended> {
  return troupe(['run', '--json', '--base-url', baseUrl, '--model', 'm', ...args, 'What is a?'], {
    cwd: dir,
    env: env(),
  });
}

function answer({ send, done }: Received, content: string): void {
  send(chunk({ content }, 'stop'));
  done();
}

/** Has the model call a tool, and then say what it has read. */
function call(name: string, args: object): void {
  server.handle = (received) => {
    if (server.received.length > 1) {
      answer(received, 'So be it.');
      return;
    }
    const { send, done } = received;
    const tool = {
      index: 0,
      id: 'c1',
      type: 'function',
      function: { name, arguments: JSON.stringify(args) },
    };
    send(chunk({ tool_calls: [tool] }));
    send(chunk({}, 'tool_calls'));
    done();
  };
}

/** What came of the only call of a run, which goes on and ends in an answer. */
function observed(ended: Ended): Extract<AgentEvent, { type: 'observation' }>['result'] {
  const events = turnEvents(ended);
  expect([ended.exitCode, events.at(-1)]).toEqual([0, { type: 'answer', content: 'So be it.' }]);
  const results = events.flatMap((event) => (event.type === 'observation' ? [event.result] : []));
  expect(results).toHaveLength(1);
  const [result] = results;
  if (result === undefined) throw new Error('Nothing was called.');
  // The model is told the same.
  expect(JSON.stringify(server.received.at(-1)?.body)).toContain(JSON.stringify(result.output).slice(1, -1));
  return result;
}

const retries = (ended: Ended): number => turnEvents(ended).filter(({ type }) => type === 'retry').length;

test('LLMConnectionError: three tries, then what to check', async () => {
  const nobody = createServer().listen(0, '127.0.0.1');
  await once(nobody, 'listening');
  const { port } = nobody.address() as AddressInfo;
  nobody.close();
  await once(nobody, 'close');
  const ended = await run([], `http://127.0.0.1:${port}/v1`);
  expect(ended.exitCode).toBe(3);
  expect(retries(ended)).toBe(2);
  expect(turnEvents(ended).at(-1)).toMatchObject({
    type: 'error',
    name: 'LLMConnectionError',
    code: 'LLM_CONNECTION',
    message: expect.stringMatching(/127\.0\.0\.1:\d+.*(?:network|server|address)/s) as string,
  });
});

test('LLMRateLimitError: five tries, each said with its wait', async () => {
  server.handle = ({ reply }) => {
    reply(429, { error: { message: 'Slow down.' } }, { 'retry-after': '0.1' });
  };
  const ended = await run();
  expect(ended.exitCode).toBe(3);
  expect(server.received).toHaveLength(5);
  expect(turnEvents(ended).filter(({ type }) => type === 'retry')).toMatchObject(
    [2, 3, 4, 5].map((attempt) => ({ attempt, maxAttempts: 5, waitMs: expect.any(Number) as number })),
  );
  expect(turnEvents(ended).at(-1)).toMatchObject({
    type: 'error',
    name: 'LLMRateLimitError',
    code: 'LLM_RATE_LIMIT',
    message: expect.stringContaining('Slow down.') as string,
  });
});

test('ToolExecutionError: the model is told, and goes on', async () => {
  call('read_file', { uri: 'src' });
  expect(observed(await run())).toMatchObject({
    outcome: 'tool_error',
    output: expect.stringMatching(/src.*(?:directory|folder)/) as string,
  });
});

test('MaxIterationsError: the progress is handed over, and the run can go on', async () => {
  call('read_file', { uri: 'src/needle.ts' });
  const ended = await run(['--max-iterations', '1']);
  expect(ended.exitCode).toBe(5);
  const [start] = jsonLines<{ thread: string }>(ended);
  expect(turnEvents(ended).at(-1)).toMatchObject({
    type: 'error',
    name: 'MaxIterationsError',
    code: 'MAX_ITERATIONS',
    message: expect.stringContaining(`troupe run --resume ${start?.thread.slice(0, 8)} "continue"`) as string,
  });
  const next = await run(['--continue']);
  expect(turnEvents(next).at(-1)).toEqual({ type: 'answer', content: 'So be it.' });
  expect(JSON.stringify(server.received.at(-1)?.body)).toContain('export const needle = 42;');
});

test('CancellationError: it stops at once, and keeps what came', async () => {
  server.handle = ({ send }) => {
    send(chunk({ content: 'Half an ans' }));
  };
  const running = startTroupe(['run', '--json', '--base-url', server.url, '--model', 'm', 'What is a?'], {
    cwd: dir,
    env: env(),
  });
  await running.printed('Half an ans');
  running.child.kill('SIGINT');
  const ended = await running.ended;
  expect(ended.exitCode).toBe(130);
  expect(turnEvents(ended).at(-1)).toMatchObject({
    type: 'error',
    name: 'CancellationError',
    code: 'CANCELLED',
    partial: 'Half an ans',
  });
  await server.received[0]?.closed;
});

test('FileNotFoundError: near names are suggested', async () => {
  call('read_file', { uri: 'src/needel.ts' });
  expect(observed(await run())).toMatchObject({
    outcome: 'tool_error',
    error: 'FILE_NOT_FOUND',
    output: expect.stringContaining('src/needle.ts') as string,
  });
});

test('PermissionDeniedError: what may not be read is named', async (context) => {
  chmodSync(join(dir, 'src/needle.ts'), 0);
  call('read_file', { uri: 'src/needle.ts' });
  // Root may do whatever it likes, unless this is taken from it.
  const isRoot = process.getuid?.() === 0;
  const through = isRoot ? ['setpriv', '--bounding-set', '-dac_override,-dac_read_search'] : [];
  if (process.platform !== 'linux') context.skip('Only Linux can take from root what others may not do.');
  const ended = await troupe(['run', '--json', '--base-url', server.url, '--model', 'm', 'What is a?'], {
    cwd: dir,
    env: env(),
    through,
  });
  expect(observed(ended)).toMatchObject({
    outcome: 'tool_error',
    error: 'PERMISSION_DENIED',
    output: expect.stringMatching(/src\/needle\.ts/) as string,
  });
});

test('CommandTimeoutError: the command is ended, and what it has printed is there', async () => {
  call('run_command', { command: 'echo begun; sleep 613', timeout_ms: 1500 });
  const { outcome, error, output } = observed(await run(['--auto-approve', 'all']));
  expect([outcome, error]).toEqual(['tool_error', 'COMMAND_TIMEOUT']);
  expect(output).toContain('begun');
  expect(output).toContain('timeout_ms');
  expect(commandLines().filter((line) => line.split('\0').includes('613'))).toEqual([]);
});

/** Of all processes there are. */
function commandLines(): string[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [readFileSync(`/proc/${name}/cmdline`, 'utf8')] : [];
    } catch {
      return [];
    }
  });
}

test('WorkspaceBoundaryError: a path that leads out is refused', async () => {
  call('read_file', { uri: 'src/../../outside.txt' });
  expect(observed(await run())).toMatchObject({ outcome: 'tool_error', error: 'WORKSPACE_BOUNDARY' });
});

/** The folder of the conversations of the only workspace. */
function storedIn(state: string): string {
  const folder = join(state, 'troupe/threads');
  const [workspace = ''] = readdirSync(folder);
  return join(folder, workspace);
}

describe('a stored conversation', () => {
  const threads = (...args: readonly string[]): Promise<Ended> =>
    troupe(['threads', ...args], { cwd: dir, env: env() });

  test('InvalidJSONError: it says where, and nothing is imported', async () => {
    writeFileSync(join(dir, 'broken.json'), '{"format": "troupe-thread", "entries": [}\n');
    const ended = await threads('import', 'broken.json');
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr).toMatch(/got no JSON: .*'\}'.*Nothing was imported\./s);
    expect((await threads('--json')).stdout).toBe('');
  });

  test('SchemaVersionError: a newer one is not continued, and can be exported', async () => {
    // Makes the folder for the conversations of this workspace.
    call('read_file', { uri: 'src/needle.ts' });
    await run();
    cpSync(join(CORPUS, 'v9-future/future'), join(storedIn(state), 'future'), { recursive: true });
    const ended = await run(['--resume', 'future']);
    expect(ended.exitCode).toBe(2);
    expect(ended.stderr + ended.stdout).toMatch(/newer Troupe wrote.*Update Troupe/s);
    const exported = await threads('export', 'future');
    expect(exported.exitCode).toBe(0);
    expect(exported.stdout).not.toBe('');
  });

  test('DataCorruptionError: what is lost is named, and the rest goes on', async () => {
    call('read_file', { uri: 'src/needle.ts' });
    const [start] = jsonLines<{ thread: string }>(await run());
    const thread = start?.thread ?? '';
    const folder = join(storedIn(state), thread);
    for (const name of readdirSync(folder).filter((name) => name.endsWith('.log'))) {
      const bytes = readFileSync(join(folder, name));
      bytes[bytes.indexOf('What is a?')] = 0;
      writeFileSync(join(folder, name), bytes);
    }
    const shown = await threads('show', thread);
    expect(shown.exitCode).toBe(0);
    expect(shown.stdout).toContain('So be it.');
    expect(shown.stderr).toMatch(/damaged|lost/);
    const next = await run(['--resume', thread]);
    expect(turnEvents(next).at(-1)).toEqual({ type: 'answer', content: 'So be it.' });
  });
});

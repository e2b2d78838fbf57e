import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LLMock } from '@copilotkit/aimock';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AgentEvent } from '../../src/actors/protocol/agent.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { SteeredModel } from '../doubles/steered-model.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { findMarked } from '../doubles/find-marked.js';
import { endTerminals, KEY, paste, Terminal } from './terminal.js';
import { type Ended, startTroupe, troupe, turnEvents } from './troupe.js';
import { until } from '../doubles/until.js';

const MODULES = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol');
const FAKE = join(import.meta.dirname, '../doubles/mcp-server.mjs');

const TASK = 'Use the servers';
const ANSWER = 'The servers have done it.';

let dir: AbsPath;
let state: AbsPath;
let mark: string;
beforeEach(() => {
  dir = makeTempDir();
  state = makeTempDir();
  mark = randomBytes(8).toString('hex');
  writeFiles(dir, { 'notes.txt': 'hello from the disk\n' });
});
afterEach(async () => {
  await endTerminals();
  for (const folder of [dir, state]) removeTempDir(folder);
});

const env = (): Record<string, string> => ({
  XDG_CONFIG_HOME: state,
  XDG_STATE_HOME: state,
  TROUPE_API_KEY: 'sk-secret-0123456789abcdef',
});

function define(servers: object): void {
  writeFiles(state, { 'troupe/mcp.json': JSON.stringify({ mcpServers: servers }) });
}

function fake(mode: string): object {
  return { command: process.execPath, args: [FAKE, mode], env: { TROUPE_TEST_RUN: mark } };
}

/** The three servers that the makers of the protocol publish. */
function publicServers(): object {
  const of = (
    name: string,
    args: readonly string[],
    more: Readonly<Record<string, string>> = {},
  ): object => ({
    command: process.execPath,
    args: [join(MODULES, `server-${name}/dist/index.js`), ...args],
    env: { TROUPE_TEST_RUN: mark, ...more },
  });
  return {
    everything: of('everything', ['stdio']),
    filesystem: of('filesystem', [dir]),
    memory: of('memory', [], { MEMORY_FILE_PATH: join(state, 'memory.json') }),
  };
}

const CALLS: readonly (readonly [name: string, args: object, result: RegExp])[] = [
  ['everything__echo', { message: 'hi there' }, /^Echo: hi there$/],
  ['everything__get-sum', { a: 19, b: 23 }, /42/],
  ['everything__get-structured-content', { location: 'New York' }, /temperature/],
  ['filesystem__read_text_file', { path: 'notes.txt' }, /hello from the disk/],
  ['filesystem__write_file', { path: 'made.txt', content: 'made by a server' }, /Successfully wrote/],
  [
    'memory__create_entities',
    { entities: [{ name: 'Ada', entityType: 'person', observations: ['writes programs'] }] },
    /Ada/,
  ],
  ['memory__read_graph', {}, /writes programs/],
];

/** The results of the calls of a run, in order. */
function resultsOf(
  events: readonly AgentEvent[],
): readonly { readonly tool: string; readonly output: string }[] {
  return events.flatMap((event) =>
    event.type === 'observation' ? [{ tool: event.tool, output: event.result.output }] : [],
  );
}

describe('the three public servers, in a run of the program over HTTP', () => {
  let mock: LLMock;
  beforeEach(async () => {
    define(publicServers());
    mock = new LLMock({ port: 0, logLevel: 'silent' });
    for (const [turnIndex, [name, args]] of CALLS.entries())
      mock.on(
        { userMessage: TASK, turnIndex },
        { content: `Step ${turnIndex}.`, toolCalls: [{ name, arguments: JSON.stringify(args) }] },
      );
    mock.on({ userMessage: TASK, turnIndex: CALLS.length }, { content: ANSWER });
    await mock.start();
  });
  afterEach(() => mock.stop());

  const run = (...args: readonly string[]): Promise<Ended> =>
    troupe(['run', '--base-url', `${mock.url}/v1`, '--model', 'mock-model', ...args, TASK], {
      cwd: dir,
      env: env(),
    });

  test('are called, answer as they should, and are gone with it', async () => {
    const ended = await run('--json', '--auto-approve', 'all');
    expect(ended).toMatchObject({ exitCode: 0, stderr: '' });
    const events = turnEvents(ended);
    expect(events.filter(({ type }) => type === 'approval_request')).toEqual([]);
    const results = resultsOf(events);
    expect(results.map(({ tool }) => tool)).toEqual(CALLS.map(([name]) => name));
    for (const [index, [, , result]] of CALLS.entries()) expect(results[index]?.output).toMatch(result);
    expect(events.at(-1)).toMatchObject({ type: 'answer', content: ANSWER });
    expect(readFileSync(join(dir, 'made.txt'), 'utf8')).toBe('made by a server');
    expect(await findMarked(`TROUPE_TEST_RUN=${mark}`)).toEqual([]);
  });

  test('are asked about, each call, and not called where nobody can answer', async () => {
    const ended = await run('--json');
    expect(ended.exitCode).toBe(7);
    const events = turnEvents(ended);
    const asked = events.flatMap((event) => (event.type === 'approval_request' ? [event] : []));
    expect(asked.map(({ tool, category }) => `${category}: ${tool}`)).toEqual(
      CALLS.map(([name]) => `MCP tools: ${name}`),
    );
    expect(resultsOf(events).every(({ output }) => /denied|nobody/i.test(output))).toBe(true);
    expect(await findMarked(`TROUPE_TEST_RUN=${mark}`)).toEqual([]);
  });

  test('are asked about on a terminal, where an answer may hold for the server', async () => {
    const chat = new Terminal(['--base-url', `${mock.url}/v1`, '--model', 'mock-model'], {
      cwd: dir,
      env: env(),
      columns: 100,
      rows: 40,
    });
    await chat.shows('Ask about this workspace.');
    chat.press(paste(TASK), KEY.enter);
    let asked = 0;
    for (;;) {
      const lines = await chat.until(
        (all) =>
          all.filter((line) => /\[y\]es.*›/.test(line)).length > asked ||
          all.some((line) => line.includes(ANSWER)),
      );
      if (lines.some((line) => line.includes(ANSWER))) break;
      asked += 1;
      chat.press('y');
    }
    expect(asked).toBe(CALLS.length);
    chat.press(KEY.ctrlD);
    expect(await chat.exitCode).toBe(0);
    expect(readFileSync(join(dir, 'made.txt'), 'utf8')).toBe('made by a server');
    expect(await findMarked(`TROUPE_TEST_RUN=${mark}`)).toEqual([]);
  });
});

describe('a run without a person', () => {
  let model: SteeredModel;
  beforeEach(async () => {
    model = new SteeredModel();
    await model.start();
  });
  afterEach(() => model.stop());

  const start = (...args: readonly string[]): ReturnType<typeof startTroupe> =>
    startTroupe(
      ['run', '--base-url', model.url, '--model', 'steered', '--auto-approve', 'all', ...args, 'Go'],
      {
        cwd: dir,
        env: env(),
      },
    );

  test('declines the question of a server, and says so', async () => {
    define({ me: fake('asks') });
    const running = start();
    (await model.reply()).call(['me__echo', { text: 'a' }]);
    const reply = await model.reply();
    expect(reply.messages.at(-1)?.content).toBe('{"action":"decline"}');
    reply.end('Done.');
    const { exitCode, stderr } = await running.ended;
    expect(exitCode).toBe(0);
    expect(stderr).toContain(
      'The MCP server me asked a question, which was declined: "Your password, please"',
    );
  });

  test('does not start a server whose input nobody gives, and says which variable would', async () => {
    define({ me: { command: process.execPath, args: [FAKE, 'plain'], env: { KEY: '${input:my key}' } } });
    const running = start();
    (await model.reply()).end('Done.');
    const { exitCode, stderr } = await running.ended;
    expect(exitCode).toBe(0);
    expect(stderr).toContain('an MCP server needs "my key": set the variable TROUPE_INPUT_MY_KEY');
    expect(stderr).toContain(
      'the MCP server me is not used (failed). These variables of its definition have no value: ${input:my key}.',
    );
  });

  test('reads a result of 5 MB in pages', async () => {
    define({ big: fake('large') });
    const running = start();
    (await model.reply()).call(['big__echo', { text: 'a' }]);
    const cut = await model.reply();
    const result = cut.messages.at(-1)?.content ?? '';
    expect(result.length).toBeLessThan(250_000);
    const callId = /read_earlier_result with call_id "([^"]+)" has all of it/.exec(result)?.[1];
    cut.call(['read_earlier_result', { call_id: callId, page_number: 3 }]);
    const paged = await model.reply();
    expect(paged.messages.at(-1)?.content).toMatch(
      /^a{1000,}\n\(Page 3 of \d+ of the result: ask for page_number 4 to read on\.\)$/,
    );
    paged.end('Done.');
    expect((await running.ended).exitCode).toBe(0);
  });

  test('that is ended by SIGTERM leaves no server', async () => {
    define({ calm: fake('plain'), rough: fake('stubborn'), slow: fake('hangs') });
    const running = start();
    (await model.reply()).call(['slow__echo', { text: 'a' }]);
    await until(async () => (await findMarked(`TROUPE_TEST_RUN=${mark}`)).length > 0, 'a server runs');
    running.child.kill('SIGTERM');
    expect((await running.ended).exitCode).toBe(143);
    expect(await findMarked(`TROUPE_TEST_RUN=${mark}`)).toEqual([]);
  });
});

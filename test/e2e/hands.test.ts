import { LLMock } from '@copilotkit/aimock';
import { type IPty, spawn } from '@lydell/node-pty';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { AgentEvent } from '../../src/actors/protocol/agent.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { findSandbox } from '../../src/host/node/sandbox/find-sandbox.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { troupe, turnEvents } from './troupe.js';
import { until } from '../doubles/until.js';
import { testUnless, whyUnsandboxed } from '../doubles/run-unless.js';

const CLI = join(import.meta.dirname, '../../dist/cli.js');
const TASK = 'Mend the greeting';
const CALLS = [
  {
    name: 'edit_file',
    arguments: {
      uri: 'src/greet.sh',
      search_replace_blocks: '<<<<<<< ORIGINAL\necho helo\n=======\necho hello\n>>>>>>> UPDATED',
    },
  },
  { name: 'run_command', arguments: { command: 'bash src/greet.sh; echo told >&2' } },
  { name: 'run_command', arguments: { command: 'rm -rf src' } },
];

let dir: AbsPath;
let state: AbsPath;
let mock: LLMock;
beforeEach(async () => {
  dir = makeTempDir();
  state = makeTempDir();
  writeFiles(dir, { 'src/greet.sh': '#!/bin/bash\necho helo\n', 'src/other.txt': 'kept\n' });
  mock = new LLMock({ port: 0, logLevel: 'silent' });
  for (const [turnIndex, { name, arguments: parameters }] of CALLS.entries())
    mock.on(
      { userMessage: TASK, turnIndex },
      { content: `Call ${turnIndex}.`, toolCalls: [{ name, arguments: JSON.stringify(parameters) }] },
    );
  mock.on({ userMessage: TASK, turnIndex: CALLS.length }, { content: 'It greets well now.' });
  await mock.start();
});
afterEach(async () => {
  await mock.stop();
  removeTempDir(dir);
  removeTempDir(state);
});

/** How a call of a tool ended, in order. */
function outcomes(events: readonly AgentEvent[]): readonly string[] {
  return events.flatMap((event) =>
    event.type === 'observation' ? [`${event.tool} ${event.result.outcome}`] : [],
  );
}

const ARGUMENTS = ['run', '--mode', 'agent', '--model', 'mock-model'];

test('a run over a real server edits, runs a command, and is refused what a rule forbids', async () => {
  const rules = [{ effect: 'deny', when: { command: ['rm'] } }];
  writeFiles(state, { 'troupe/approvals.json': JSON.stringify({ rules }) });

  const ended = await troupe(
    [...ARGUMENTS, '--base-url', `${mock.url}/v1`, '--json', '--auto-approve', 'all', TASK],
    {
      cwd: dir,
      env: { XDG_STATE_HOME: state, XDG_CONFIG_HOME: state },
    },
  );

  const events = turnEvents(ended);
  expect(outcomes(events)).toEqual(['edit_file success', 'run_command success', 'run_command rejected']);
  const printed = events.flatMap((event) => (event.type === 'tool_output' ? [event.text] : [])).join('');
  expect(printed).toContain('hello\n');
  expect(printed).toContain('told\n');
  expect(readFileSync(join(dir, 'src/greet.sh'), 'utf8')).toBe('#!/bin/bash\necho hello\n');
  expect(readFileSync(join(dir, 'src/other.txt'), 'utf8')).toBe('kept\n');
  expect(events.at(-1)).toMatchObject({ type: 'answer', content: 'It greets well now.' });
});

test.each([
  [[], /no network unless this question says so|without a sandbox/],
  [['--network', 'allow'], /It runs with the network\.|without a sandbox/],
  [['--no-network'], /no network unless this question says so|without a sandbox/],
])('with %j a question about a command says what holds for it', async (options, expected) => {
  const ended = await troupe([...ARGUMENTS, ...options, '--base-url', `${mock.url}/v1`, '--json', TASK], {
    cwd: dir,
    env: { XDG_STATE_HOME: state, XDG_CONFIG_HOME: state },
  });
  const [asked] = turnEvents(ended).flatMap((event) =>
    event.type === 'approval_request' && event.preview?.kind === 'command'
      ? [[...event.preview.notes, ...event.reasons]]
      : [],
  );
  expect(asked?.join(' ')).toMatch(expected);
  if (!options.includes('allow')) expect(asked?.join(' ')).not.toContain('with the network');
});

test('a run in which everything was denied says so with its exit code, and says what allows it', async () => {
  const ended = await troupe([...ARGUMENTS, '--base-url', `${mock.url}/v1`, TASK], {
    cwd: dir,
    env: { XDG_STATE_HOME: state, XDG_CONFIG_HOME: state },
  });
  expect(ended.exitCode).toBe(7);
  expect(ended.stderr).toContain(
    'troupe: 3 calls were denied, because nobody could be asked: edit_file, run_command. Run it on a terminal to be asked, or with --auto-approve edits --auto-approve commands.\n',
  );
  expect(readFileSync(join(dir, 'src/greet.sh'), 'utf8')).toBe('#!/bin/bash\necho helo\n');
});

test('on a terminal a person says yes to the edit and the command, and no to what deletes', async () => {
  const screen = new Screen([...ARGUMENTS, '--base-url', `${mock.url}/v1`, TASK], {
    cwd: dir,
    env: { XDG_STATE_HOME: state, XDG_CONFIG_HOME: state },
  });
  await screen.shows('+echo hello');
  await screen.press('›', 'y');
  await screen.shows('bash src/greet.sh');
  await screen.press('›', 'y');
  await screen.shows('hello');
  await screen.shows('deletes files');
  await screen.press('›', 'n');
  await screen.press('no reason)', 'src is needed\r');
  await screen.shows('This call was denied, with the reason: src is needed');
  await screen.shows('It greets well now.');

  expect(await screen.exitCode).toBe(0);
  expect(readFileSync(join(dir, 'src/greet.sh'), 'utf8')).toBe('#!/bin/bash\necho hello\n');
  expect(readFileSync(join(dir, 'src/other.txt'), 'utf8')).toBe('kept\n');
});

/** The built program on a real terminal. */
class Screen {
  readonly exitCode: Promise<number>;
  readonly #terminal: IPty;
  #text = '';
  #read = 0;

  constructor(args: readonly string[], { cwd, env }: { cwd: string; env: Readonly<Record<string, string>> }) {
    const ours = Object.entries(process.env).filter(
      ([name]) => !/^(?:TROUPE|OPENAI|NODE_OPTIONS)/.test(name),
    );
    this.#terminal = spawn(process.execPath, [CLI, ...args], {
      cwd,
      cols: 200,
      env: { ...Object.fromEntries(ours), ...env, TROUPE_API_KEY: 'sk-secret', TROUPE_CACHE_DIRECTORY: '' },
    });
    this.#terminal.onData((data) => {
      this.#text += data;
    });
    this.exitCode = new Promise((resolve) => {
      this.#terminal.onExit(({ exitCode }) => {
        resolve(exitCode);
      });
    });
    let hasEnded = false;
    void this.exitCode.then(() => (hasEnded = true));
    onTestFinished(() => {
      if (!hasEnded) this.#terminal.kill('SIGKILL');
    });
  }

  /** Resolves once a text is shown that was not read yet. */
  async shows(text: string): Promise<void> {
    const looksFrom = this.#read;
    await until(
      () => {
        const at = this.#text.indexOf(text, looksFrom);
        if (at < 0) throw new Error(`There is only ${JSON.stringify(this.#text.slice(looksFrom))}.`);
        this.#read = at + text.length;
        return true;
      },
      `${JSON.stringify(text)} is shown`,
    );
  }

  async press(after: string, key: string): Promise<void> {
    await this.shows(after);
    this.#terminal.write(key);
  }
}

const { state: sandboxState } = await findSandbox({ roots: [] });

testUnless(whyUnsandboxed(sandboxState))('a command cannot read the key that the run was given', async () => {
  const key = 'sk-nobody-else-knows';
  const keyFile = join(state, 'key');
  writeFileSync(keyFile, `${key}\n`, { mode: 0o600 });
  const message = 'Show the key';
  const read = { command: `cat ${keyFile}; echo told` };
  mock.on(
    { userMessage: message, turnIndex: 0 },
    { toolCalls: [{ name: 'run_command', arguments: JSON.stringify(read) }] },
  );
  mock.on({ userMessage: message, turnIndex: 1 }, { content: 'It cannot be read.' });

  const ended = await troupe(
    [
      ...ARGUMENTS,
      '--base-url',
      `${mock.url}/v1`,
      '--api-key-file',
      keyFile,
      '--json',
      '--auto-approve',
      'all',
      message,
    ],
    { cwd: dir, env: { XDG_STATE_HOME: state, XDG_CONFIG_HOME: state } },
  );

  const events = turnEvents(ended);
  expect(outcomes(events)).toEqual(['run_command success']);
  const printed = events.flatMap((event) =>
    event.type === 'tool_output' && event.stream === 'stdout' ? [event.text] : [],
  );
  expect(printed.join('')).toBe('told\n');
  expect(JSON.stringify(events)).not.toContain(key);
  expect(readFileSync(keyFile, 'utf8')).toBe(`${key}\n`);
});

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { SteeredModel } from '../doubles/steered-model.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { until } from '../doubles/until.js';
import { endTerminals, KEY, Terminal } from './terminal.js';

const PROMPT = '› Ask about this workspace. /help for more.';

let dir: AbsPath;
let state: AbsPath;
let model: SteeredModel;
beforeEach(async () => {
  dir = makeTempDir();
  state = makeTempDir();
  model = new SteeredModel();
  await model.start();
});
afterEach(async () => {
  await endTerminals();
  await model.stop();
  removeTempDir(dir);
  removeTempDir(state);
});

async function startChat(env: Readonly<Record<string, string>> = {}): Promise<Terminal> {
  const terminal = new Terminal(['--base-url', model.url, '--model', 'steered'], {
    cwd: dir,
    env: {
      XDG_STATE_HOME: state,
      XDG_CONFIG_HOME: state,
      TROUPE_API_KEY: 'sk-secret-0123456789',
      SHELL: '/bin/sh',
      ...env,
    },
  });
  await terminal.endsWith(PROMPT);
  return terminal;
}

/** What the program has left on: modes of keys that are pushed and not popped, and modes that are set and not reset. */
function modesLeft(sent: string): readonly string[] {
  const left: string[] = [];
  const count = (mode: string): number => sent.split(mode).length - 1;
  const kitty = count('\u001b[>1u') - count('\u001b[<u');
  if (kitty !== 0) left.push(`kitty ${kitty}`);
  for (const [name, on, off] of [
    ['paste', '\u001b[?2004h', '\u001b[?2004l'],
    ['other keys', '\u001b[>4;1m', '\u001b[>4;0m'],
    ['cursor', '\u001b[?25l', '\u001b[?25h'],
    ['update', '\u001b[?2026h', '\u001b[?2026l'],
  ] as const)
    if (sent.lastIndexOf(on) > sent.lastIndexOf(off)) left.push(name);
  return left;
}

type Moment = (terminal: Terminal) => Promise<void>;

const MOMENTS: Readonly<Record<string, Moment>> = {
  'at the prompt': () => Promise.resolve(),
  'in a turn': async (terminal) => {
    terminal.press('Hi', KEY.enter);
    (await model.reply()).say('Half an ans');
    await terminal.shows('Half an ans');
  },
  'at a question': async (terminal) => {
    terminal.press('Run', KEY.enter);
    (await model.reply()).call(['run_command', { command: 'rm -rf src' }]);
    await terminal.shows('[y]es');
  },
  'in a command of the person': async (terminal) => {
    terminal.press('!echo ready; sleep 1000; echo over', KEY.enter);
    await terminal.endsWith('ready');
  },
};

describe('the modes of a terminal', () => {
  const cases = Object.keys(MOMENTS)
    .flatMap((moment) => ['SIGTERM', 'SIGHUP', 'SIGQUIT'].map((signal) => [signal, moment] as const))
    // As Ctrl-\\, it is for the command alone.
    .filter(([signal, moment]) => signal !== 'SIGQUIT' || moment !== 'in a command of the person');

  test.each(cases)('are as before once %s comes %s', async (signal, moment) => {
    const terminal = await startChat();
    await MOMENTS[moment]?.(terminal);
    terminal.kill(signal);
    await terminal.exitCode;
    expect(modesLeft(terminal.sent)).toEqual([]);
  });

  test('are as before once the person leaves, and no key of theirs goes to the shell', async () => {
    const terminal = await startChat();
    // At once with more keys: how long later ones are still thrown away is a matter of milliseconds, and of the clock
    // in the keyboard's own tests.
    terminal.press([KEY.ctrlD, '\u001b[100;5u', '\u001b[99;5u'].join(''));
    expect(await terminal.exitCode).toBe(0);
    expect(modesLeft(terminal.sent)).toEqual([]);
    expect(terminal.sent).not.toContain('5u');
  });
});

describe('a command of the person', () => {
  test('is ended by Ctrl-\\ alone, and the chat goes on and still hears signals', async () => {
    const terminal = await startChat();
    await MOMENTS['in a command of the person']?.(terminal);
    terminal.press('\u001c');
    await terminal.shows('Ended by a signal.');
    await terminal.endsWith(PROMPT);
    terminal.kill('SIGTERM');
    expect(await terminal.exitCode).toBe(143);
  });

  test('ends with its terminal, also when it does not want to, with all that it started', async () => {
    const terminal = await startChat();
    terminal.press(
      `!trap "" HUP TERM; echo $$ > pids; (trap "" HUP TERM; sh -c 'echo $$ >> pids; sleep 1000'; sleep 1000) & echo ready; while true; do sleep 1; done`,
      KEY.enter,
    );
    await terminal.endsWith('ready');
    await until(
      () => readFileSync(join(dir, 'pids'), 'utf8').trim().split('\n').length === 2,
      'both processes',
    );
    terminal.kill('SIGHUP');
    expect(await terminal.exitCode).toBe(129);
    const pids = readFileSync(join(dir, 'pids'), 'utf8').trim().split('\n').map(Number);
    expect(pids.filter(isAlive)).toEqual([]);
  });

  test('whose shell is not there is said, and the chat goes on', async () => {
    const terminal = await startChat({ SHELL: join(dir, 'gone') });
    terminal.press('!echo hi', KEY.enter);
    await terminal.shows('✗ The shell cannot be run: spawn');
    await terminal.endsWith(PROMPT);
  });
});

/** Whether a process runs: what nobody has waited for yet, does not. */
function isAlive(pid: number): boolean {
  const { stdout } = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' });
  return /^[^Z\s]/.test(stdout);
}

import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { testUnless } from '../doubles/run-unless.js';
import { SteeredModel } from '../doubles/steered-model.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { CLI, endTerminals, KEY, Terminal } from './terminal.js';

const BASH = ['/bin/bash', '/usr/bin/bash'].find((path) => existsSync(path));
const testWithBash = testUnless(BASH === undefined ? 'There is no bash, which has job control.' : undefined);

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

/** A shell with job control that has started the program. */
async function startInShell(...args: readonly string[]): Promise<Terminal> {
  const terminal = new Terminal(['--norc', '--noprofile', '-i'], {
    program: BASH ?? '',
    cwd: dir,
    env: {
      XDG_STATE_HOME: state,
      XDG_CONFIG_HOME: state,
      TROUPE_API_KEY: 'sk-secret-0123456789',
      PS1: '$ ',
      TROUPE_BASE_URL: model.url,
      TROUPE_MODEL: 'steered',
      troupe: `${process.execPath} ${CLI}`,
    },
  });
  await terminal.endsWith('$');
  terminal.press(['$troupe', ...args].join(' '), KEY.enter);
  return terminal;
}

/** What is set in the terminal: pushed modes of keys, pasting, other keys, and a hidden cursor. */
function modesOf({ sent }: Terminal): readonly string[] {
  const set: string[] = [];
  const count = (mode: string): number => sent.split(mode).length - 1;
  if (count('\u001b[>1u') > count('\u001b[<u')) set.push('keys');
  if (sent.lastIndexOf('\u001b[>4;1m') > sent.lastIndexOf('\u001b[>4;0m')) set.push('other keys');
  if (sent.lastIndexOf('\u001b[?25l') > sent.lastIndexOf('\u001b[?25h')) set.push('hidden cursor');
  return set;
}

function count(lines: readonly string[], text: string): number {
  return lines.filter((line) => line.includes(text)).length;
}

testWithBash('Ctrl-Z at the prompt gives the terminal to the shell, and fg takes it again', async () => {
  const terminal = await startInShell();
  await terminal.endsWith(PROMPT);
  terminal.press('half a mess');
  await terminal.endsWith('› half a mess');
  terminal.press(KEY.ctrlZ);
  await terminal.shows('Stopped');
  await terminal.endsWith('$');
  expect(modesOf(terminal)).toEqual([]);
  expect(count(terminal.lines, '› half a mess')).toBe(0);
  // The line discipline echoes: the modes of the terminal are those of the shell.
  terminal.press('echo so-$((40 + 2))\r');
  await terminal.shows('so-42');
  terminal.press('fg\r');
  await terminal.endsWith('› half a mess');
  expect(modesOf(terminal)).toEqual(['keys', 'other keys']);
  expect(count(terminal.lines, '› half a mess')).toBe(1);
  terminal.press('age', KEY.enter);
  expect((await model.reply()).lastMessage).toContain('half a message');
});

testWithBash('Ctrl-Z in a turn removes its rows, and they are drawn once behind fg', async () => {
  const terminal = await startInShell();
  await terminal.endsWith(PROMPT);
  terminal.press('Hi', KEY.enter);
  const reply = await model.reply();
  reply.say('Half an ans');
  await terminal.shows('Half an ans');
  terminal.press(KEY.ctrlZ);
  await terminal.shows('Stopped');
  await terminal.endsWith('$');
  expect([modesOf(terminal), count(terminal.lines, 'Half an ans')]).toEqual([[], 0]);
  terminal.press('fg\r');
  await terminal.shows('Half an ans');
  reply.end('wer.');
  await terminal.endsWith(PROMPT);
  expect([count(terminal.lines, 'Half an answer.'), count(terminal.lines, 'Half an')]).toEqual([1, 1]);
});

for (const signal of ['SIGTSTP', 'SIGSTOP'] as const)
  testWithBash(`${signal} from elsewhere stops the program, and fg takes the terminal again`, async () => {
    const terminal = await startInShell();
    await terminal.endsWith(PROMPT);
    terminal.press('typed');
    await terminal.endsWith('› typed');
    terminal.press(KEY.ctrlZ);
    await terminal.endsWith('$');
    terminal.press('echo pid-$(jobs -p)-pid\r');
    const shown = await terminal.until((lines) => lines.some((line) => /^pid-\d+-pid$/.test(line)));
    const pid = Number(/pid-(\d+)-pid/.exec(shown.join('\n'))?.[1]);
    terminal.press('fg\r');
    await terminal.endsWith('› typed');
    process.kill(pid, signal);
    await terminal.until((lines) => count(lines, 'Stopped') === 2, 'it has stopped again');
    await terminal.endsWith('$');
    terminal.press('fg\r');
    await terminal.endsWith('› typed');
    expect(modesOf(terminal)).toContain('keys');
    terminal.press(' on', KEY.enter);
    expect((await model.reply()).lastMessage).toContain('typed on');
  });

testWithBash('a question can be answered behind fg, where it stands again', async () => {
  const terminal = await startInShell();
  await terminal.endsWith(PROMPT);
  terminal.press('Run', KEY.enter);
  (await model.reply()).call(['run_command', { command: 'rm -rf src' }]);
  await terminal.until((lines) => lines.at(-1)?.endsWith('›') === true, 'the question takes keys');
  const question = terminal.lines.at(-1) ?? '';
  terminal.press(KEY.ctrlZ);
  await terminal.shows('Stopped');
  await terminal.endsWith('$');
  expect(modesOf(terminal)).toEqual([]);
  terminal.press('fg\r');
  await terminal.endsWith(question);
  terminal.press('n');
  await terminal.shows('Why?');
});

testWithBash('a run on a terminal is stopped by Ctrl-Z and goes on behind fg', async () => {
  const terminal = await startInShell('run', 'Hi');
  const reply = await model.reply();
  await terminal.shows('Ctrl-C interrupts');
  terminal.press(KEY.ctrlZ);
  await terminal.shows('Stopped');
  await terminal.endsWith('$');
  expect([modesOf(terminal), count(terminal.lines, 'Ctrl-C interrupts')]).toEqual([[], 0]);
  terminal.press('fg\r');
  await terminal.shows('Ctrl-C interrupts');
  expect(count(terminal.lines, 'Ctrl-C interrupts')).toBe(1);
  reply.end('Done.');
  await terminal.shows('Done.');
});

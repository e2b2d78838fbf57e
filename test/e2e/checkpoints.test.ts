import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Checkpoint } from '../../src/actors/checkpoints/ledger.js';
import type { JumpFile } from '../../src/actors/protocol/file-version.js';
import type { EntryOf } from '../../src/actors/protocol/thread.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { ExitCode } from '../../src/host/cli/terminal/exit-codes.js';
import { SteeredModel } from '../doubles/steered-model.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { endTerminals, KEY, Terminal } from './terminal.js';
import { type Ended, jsonLines, startTroupe, troupe } from './troupe.js';

const PROMPT = '› Ask about this workspace. /help for more.';

let dir: AbsPath;
let state: AbsPath;
let model: SteeredModel;
beforeEach(async () => {
  dir = makeTempDir();
  state = makeTempDir();
  writeFiles(dir, { a: 'first\n', 'd/b': 'second\n' });
  model = new SteeredModel();
  await model.start();
});
afterEach(async () => {
  await endTerminals();
  await model.stop();
  removeTempDir(dir);
  removeTempDir(state);
});

const env = () => ({ XDG_STATE_HOME: state, XDG_CONFIG_HOME: state, TROUPE_API_KEY: 'sk-test' });
const modelArgs = () => ['--base-url', model.url, '--model', 'steered', '--auto-approve', 'all'];
const read = (name: string): string | undefined =>
  existsSync(join(dir, name)) ? readFileSync(join(dir, name), 'utf8') : undefined;
/** The files of the workspace. */
const files = (): readonly (string | undefined)[] => ['a', 'd/b', 'c'].map(read);

const checkpoints = (...args: readonly string[]): Promise<Ended> =>
  troupe(['checkpoints', ...args], { cwd: dir, env: env() });

/** Two turns of one conversation: a command, and then an edit. */
async function changeFiles(): Promise<void> {
  const first = startTroupe(['run', ...modelArgs(), 'Command'], { cwd: dir, env: env() });
  (await model.reply()).call(['run_command', { command: 'echo one > a; echo new > c; rm -r d' }]);
  (await model.reply()).end('Done.');
  await first.ended;
  const second = startTroupe(['run', ...modelArgs(), '--continue', 'Edit'], { cwd: dir, env: env() });
  (await model.reply()).call(['read_file', { uri: 'a' }]);
  (await model.reply()).call(['rewrite_file', { uri: 'a', new_content: 'two\n' }]);
  (await model.reply()).end('Done.');
  await second.ended;
  expect(files()).toEqual(['two\n', undefined, 'new\n']);
}

/** The number of the moment before a message. */
async function momentBefore(title: string): Promise<string> {
  const found = jsonLines<Checkpoint>(await checkpoints('list', '--json')).find(
    (one) => one.kind === 'message' && one.title === title,
  );
  if (found === undefined) throw new Error(`There is no moment before ${title}.`);
  return String(found.seq);
}

describe('troupe checkpoints', () => {
  test('lists the moments for a person and for a program', async () => {
    await changeFiles();
    const listed = jsonLines<Checkpoint>(await checkpoints('--json'));
    expect(listed.map(({ kind, title, changes }) => [kind, title, changes.length])).toEqual([
      ['message', 'Command', 0],
      ['change', 'run_command echo one > a; echo new > c; rm -r d', 4],
      ['turn', 'End of the turn', 0],
      ['message', 'Edit', 0],
      ['change', 'rewrite_file a', 1],
      ['turn', 'End of the turn', 0],
    ]);
    const { stdout, exitCode } = await checkpoints();
    expect(exitCode).toBe(0);
    expect(stdout.replaceAll(/^ +\d+ {2,}\d{4}-\d\d-\d\d \d\d:\d\d {2}/gm, '').split('\n')).toEqual([
      'before: Command',
      'after: run_command echo one > a; echo new > c; rm -r d',
      '      (4 files)',
      'before: Edit',
      'after: rewrite_file a (1 file)',
      'end: End of the turn',
      '',
    ]);
  });

  test('shows what going back would change, for one file too, and changes nothing', async () => {
    await changeFiles();
    const start = await momentBefore('Command');
    const { stdout } = await checkpoints('diff', start);
    for (const line of ['-two', '+first', '-new', '+second']) expect(stdout).toContain(`  ${line}\n`);
    const one = (await checkpoints('diff', start, 'a')).stdout;
    expect([one.includes('+first'), one.includes('+second')]).toEqual([true, false]);
    const planned = jsonLines<JumpFile>(await checkpoints('diff', start, '--json'));
    expect(planned.map(({ path, action }) => [path.slice(dir.length), action])).toEqual([
      ['/a', 'restore'],
      ['/c', 'restore'],
      ['/d', 'restore'],
      ['/d/b', 'restore'],
    ]);
    expect(files()).toEqual(['two\n', undefined, 'new\n']);
  });

  test('goes back and forth, and prints what became of each file', async () => {
    await changeFiles();
    const start = await momentBefore('Command');
    const end = String(jsonLines<Checkpoint>(await checkpoints('--json')).at(-1)?.seq);
    const back = await checkpoints('jump', start, '--files', '--yes');
    expect([back.exitCode, back.stdout]).toEqual([
      0,
      '  a put back\n  c removed\n  d brought back\n  d/b brought back\n',
    ]);
    expect(files()).toEqual(['first\n', 'second\n', undefined]);
    const [forth] = jsonLines<EntryOf<'jump'>>(await checkpoints('jump', end, '--files', '--yes', '--json'));
    expect(forth).toMatchObject({ kind: 'jump', scope: 'files' });
    expect(files()).toEqual(['two\n', undefined, 'new\n']);
  });

  test('keeps what somebody else has changed, restores it when that is said, and brings it back', async () => {
    await changeFiles();
    const start = await momentBefore('Command');
    writeFileSync(join(dir, 'a'), 'by a person\n');
    const planned = jsonLines<JumpFile>(await checkpoints('diff', start, 'a', '--json'));
    expect(planned).toMatchObject([{ action: 'conflict', choices: ['keep', 'restore'] }]);
    const kept = await checkpoints('jump', start, '--files', '--yes');
    expect(kept.stderr).toContain('Files that somebody else has changed are kept: --choose says otherwise.');
    expect(kept.stdout).toContain('a kept: somebody else has changed it');
    expect(files()).toEqual(['by a person\n', 'second\n', undefined]);
    await checkpoints('jump', start, '--files', '--choose', 'restore', '--yes');
    expect(read('a')).toBe('first\n');
    const theirs = jsonLines<Checkpoint>(await checkpoints('--json')).find(({ kind }) => kind === 'person');
    await checkpoints('jump', String(theirs?.seq), '--files', '--yes');
    expect(read('a')).toBe('by a person\n');
  });

  test('asks on a terminal about each file that somebody else has changed, and whether to go', async () => {
    await changeFiles();
    const start = await momentBefore('Command');
    writeFileSync(join(dir, 'a'), 'by a person\n');
    writeFileSync(join(dir, 'c'), 'by a person\n');
    for (const [answer, exitCode] of [
      ['n', ExitCode.denied],
      ['y', ExitCode.ok],
    ] as const) {
      const before = files();
      const terminal = new Terminal(['checkpoints', 'jump', start, '--files'], { cwd: dir, env: env() });
      await terminal.shows('a was changed by somebody else: [k]eep  [r]estore ›');
      terminal.press('r');
      await terminal.shows('c was changed by somebody else: [k]eep  [r]estore ›');
      terminal.press('k');
      await terminal.shows(`Go to checkpoint ${start}? [y]es  [n]o ›`);
      terminal.press(answer);
      expect(await terminal.exitCode).toBe(exitCode);
      expect(files()).toEqual(answer === 'n' ? before : ['first\n', 'second\n', 'by a person\n']);
    }
  });

  test('says what is wrong with its arguments, and changes nothing', async () => {
    await changeFiles();
    for (const [args, message] of [
      [['jump', '1'], 'say --yes'],
      [['jump', '9999', '--yes'], 'There is no checkpoint "9999": give a number of the list.'],
      [['jump', 'nobody', '1', '--yes'], 'There is no thread "nobody" here'],
      [['jump', '1', '--files', '--both', '--yes'], 'Say one of --files, --conversation and --both.'],
      [['jump', '1', '--choose', 'nothing', '--yes'], 'Allowed choices are keep, merge, restore'],
      [['jump'], "missing required argument 'checkpoint'"],
      [['diff', '9999'], 'There is no checkpoint "9999": give a number of the list.'],
      [['list', 'nobody'], 'There is no thread "nobody" here'],
    ] as const) {
      const { exitCode, stdout, stderr } = await checkpoints(...args);
      expect([exitCode, stdout, stderr]).toEqual([2, '', expect.stringContaining(message)]);
    }
    expect(files()).toEqual(['two\n', undefined, 'new\n']);
  });

  test('says that there is no conversation yet', async () => {
    const { exitCode, stderr } = await checkpoints();
    expect([exitCode, stderr]).toEqual([2, 'troupe: There is no conversation of this folder yet.\n']);
  });
});

describe('a chat on a terminal', () => {
  async function startChat(...args: readonly string[]): Promise<Terminal> {
    const terminal = new Terminal([...modelArgs(), ...args], {
      cwd: dir,
      env: env(),
      columns: 100,
      rows: 60,
    });
    await terminal.endsWith(PROMPT);
    return terminal;
  }

  /** Sends a message that is answered with one command and a word. */
  async function change(terminal: Terminal, message: string, command: string, word: string): Promise<void> {
    terminal.press(message, KEY.enter);
    (await model.reply()).call(['run_command', { command }]);
    (await model.reply()).end(word);
    await terminal.until((lines) => lines.includes(word) && lines.at(-1) === PROMPT);
  }

  /** Enters a command of the chat, and waits until what it says is there. */
  async function enter(terminal: Terminal, command: string, ...expected: readonly string[]): Promise<void> {
    const count = (lines: readonly string[]): number =>
      lines.filter((line) => line === `› ${command}`).length;
    const before = count(terminal.lines);
    terminal.press(command, KEY.enter);
    await terminal.until((lines) => {
      if (count(lines) === before || lines.at(-1) !== PROMPT) return false;
      const said = lines.slice(lines.lastIndexOf(`› ${command}`));
      return expected.every((text) => said.some((line) => line.includes(text)));
    });
  }

  /** Ends the program, which writes to its folder until then. */
  async function leave(terminal: Terminal): Promise<void> {
    terminal.press(KEY.ctrlD);
    expect(await terminal.exitCode).toBe(0);
  }

  test('that was killed goes on, lists its moments, goes back two turns and forth one', async () => {
    const first = await startChat();
    await change(first, 'One', 'echo one > a; rm -r d', 'Done 1.');
    await change(first, 'Two', 'echo two > a; echo new > c', 'Done 2.');
    first.kill('SIGKILL');
    await first.exitCode;
    const terminal = await startChat('--continue');
    await terminal.shows('(2 messages)');
    expect(files()).toEqual(['two\n', undefined, 'new\n']);
    await enter(
      terminal,
      '/checkpoints',
      'before: One',
      'after: run_command echo one > a; rm -r d (3 files)',
      'end: End of the turn',
    );
    await enter(terminal, '/diff', '-first', '+two', '+new', '-second');
    await enter(terminal, '/undo', 'a put back', 'c removed');
    expect(files()).toEqual(['one\n', undefined, undefined]);
    await enter(terminal, '/undo', 'a put back', 'd/b brought back');
    expect(files()).toEqual(['first\n', 'second\n', undefined]);
    await enter(terminal, '/redo', 'a put back', 'd/b removed');
    expect(files()).toEqual(['one\n', undefined, undefined]);
    await enter(terminal, '/diff', '+one', '-second');
    await leave(terminal);
  });

  test('edits an earlier message in the input line and runs again from there, with the files of then', async () => {
    const terminal = await startChat();
    await change(terminal, 'One', 'echo one > a', 'Done 1.');
    await change(terminal, 'Two', 'echo two > a', 'Done 2.');
    await enter(terminal, '/edit', '1  One', '2  Two');
    terminal.press('/edit 2 --files', KEY.enter);
    await terminal.endsWith('› /edit 2 --files Two');
    terminal.press(' again', KEY.enter);
    const reply = await model.reply();
    expect(reply.messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
      'One',
      expect.stringContaining('Two again') as string,
    ]);
    expect(read('a')).toBe('one\n');
    reply.end('Done 3.');
    await terminal.until((lines) => lines.includes('Done 3.') && lines.at(-1) === PROMPT);
    await enter(terminal, '/edit', '1  One', '2  Two again');
    // The old branch is kept, with what it has made of files.
    await enter(terminal, '/checkpoints', 'before: Two', 'before: Two again');
    await enter(terminal, '/redo', 'a put back');
    expect(read('a')).toBe('two\n');
    await leave(terminal);
  });

  test.each([
    ['/edit', 'Nothing was said yet.'],
    ['/edit 1 x', '✗ There is no message "1": nothing was said yet.'],
    ['/help', '/edit [NUMBER [--files] [TEXT]]'],
  ])('%s says "%s"', async (command, expected) => {
    const terminal = await startChat();
    await enter(terminal, command, expected);
    expect(model.count).toBe(0);
    await leave(terminal);
  });
});

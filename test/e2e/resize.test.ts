import { existsSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { createRandom } from '../../bench/make-tree.js';
import { testUnless } from '../doubles/run-unless.js';
import { SEED } from '../doubles/seed.js';
import { SteeredModel } from '../doubles/steered-model.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { CLI, endTerminals, KEY, Terminal } from './terminal.js';

const SHELL = ['/bin/sh', '/usr/bin/sh'].find((path) => existsSync(path));
const testWithShell = testUnless(SHELL === undefined ? 'There is no sh, with stty.' : undefined);

const SIZES = [
  [80, 24],
  [40, 20],
] as const;

const PROMPT = '› Ask about this workspace. /help for more.';

// The end of a synchronized update.
const END_OF_FRAME = '\u001b[?2026l';

// Where there is no room for a frame, it is only erased.
const DRAWN = [END_OF_FRAME, '\u001b[J'];

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

async function startChat(): Promise<Terminal> {
  const terminal = new Terminal(['--base-url', model.url, '--model', 'steered'], {
    cwd: dir,
    env: { XDG_STATE_HOME: state, XDG_CONFIG_HOME: state, TROUPE_API_KEY: 'sk-secret-0123456789' },
  });
  await terminal.endsWith(PROMPT);
  return terminal;
}

/** Resolves once the program has drawn a frame on a terminal that has got this size. */
async function resize(terminal: Terminal, columns: number, rows: number): Promise<void> {
  const before = terminal.sent.length;
  terminal.resize(columns, rows);
  await terminal.until(
    () => terminal.sent.length > before && DRAWN.some((end) => terminal.sent.endsWith(end)),
  );
}

/** The words of an answer, in their order, as they stand on the screen and above it. */
function wordsOf(terminal: Terminal, turn: number): readonly string[] {
  return terminal.unwrapped.join(' ').match(new RegExp(String.raw`\bw${turn}x\d+\b`, 'g')) ?? [];
}

test.each([
  ['a paragraph', ' '],
  ['a list', '\n- '],
  ['lines that the model has ended itself', '\n\n'],
])('%s that streams while the terminal is resized stands there once', async (_what, between) => {
  const random = createRandom(SEED);
  const terminal = await startChat();
  for (let turn = 0; turn < 4; turn++) {
    terminal.press(`Turn ${turn}`, KEY.enter);
    const reply = await model.reply();
    const words: string[] = [];
    for (let piece = 0; piece < 12; piece++) {
      const added = Array.from(
        { length: 5 + random.below(30) },
        (_, index) => `w${turn}x${words.length + index}`,
      );
      words.push(...added);
      reply.say(`${between}${added.join(' ')}`);
      // Where a frame is drawn in part, no program can know how the rest of it is wrapped.
      await terminal.until(
        () => wordsOf(terminal, turn).includes(added.at(-1) ?? '') && terminal.sent.endsWith(END_OF_FRAME),
      );
      if (random.below(2) === 1) continue;
      const [columns, rows] = SIZES[random.below(SIZES.length)] ?? SIZES[0];
      terminal.resize(columns, rows);
    }
    reply.end();
    await terminal.until(
      (lines) =>
        lines.at(-1)?.startsWith('› Ask about') === true && wordsOf(terminal, turn).length >= words.length,
    );
    expect(wordsOf(terminal, turn)).toEqual(words);
  }
  expect(terminal.lines.filter((line) => line.startsWith('› Ask about'))).toHaveLength(1);
});

test('a long input, the status and a queued message stand there once whatever sizes come, also two in a row', async () => {
  const terminal = await startChat();
  terminal.press('x'.repeat(300));
  for (const [columns, rows] of [
    [40, 20],
    [80, 24],
    [2, 24],
    [80, 24],
    [40, 10],
  ] as const) {
    terminal.resize(60, 22);
    await resize(terminal, columns, rows);
  }
  await resize(terminal, 80, 24);
  await terminal.endsWith(`  ${'x'.repeat(300 - 3 * 76)}`);
  expect(terminal.lines.filter((line) => line.includes('xx'))).toHaveLength(4);
  expect(terminal.lines.filter((line) => line.startsWith('›'))).toHaveLength(1);

  terminal.press(KEY.enter);
  const reply = await model.reply();
  reply.say('Half an ans');
  terminal.press('the next one', KEY.enter);
  await terminal.shows('the next one (next)');
  for (const [columns, rows] of [
    [2, 24],
    [40, 20],
    [2, 2],
    [80, 24],
  ] as const)
    terminal.resize(columns, rows);
  await terminal.shows('Half an ans');
  await terminal.until((lines) => lines.at(-1) === '›');
  for (const text of ['Half an ans', 'the next one (next)', 'Writing ·'])
    expect(terminal.lines.filter((line) => line.includes(text))).toHaveLength(1);
  reply.end('wer.');
  (await model.reply()).end('And more.');
  await terminal.shows('And more.');
  await terminal.endsWith(PROMPT);
  for (const text of ['Half an answer.', 'And more.', '› the next one', PROMPT])
    expect(terminal.lines.filter((line) => line === text)).toHaveLength(1);
});

test('a question stands there once and takes its answer whatever sizes come', async () => {
  const terminal = await startChat();
  terminal.press('Run', KEY.enter);
  (await model.reply()).call(['run_command', { command: 'rm -rf src' }]);
  await terminal.until((lines) => lines.at(-1)?.endsWith('›') === true);
  for (const [columns, rows] of [
    [40, 20],
    [2, 24],
    [80, 24],
    [120, 30],
  ] as const)
    terminal.resize(columns, rows);
  terminal.press('n');
  await terminal.shows('Why?');
  expect(terminal.unwrapped.filter((line) => line.includes('[y]es'))).toHaveLength(1);
  terminal.press(KEY.enter);
  (await model.reply()).end('As you like.');
  await terminal.endsWith(PROMPT);
  expect(terminal.lines.filter((line) => line === 'As you like.')).toHaveLength(1);
});

test('keys that come before the program has started are in its line', async () => {
  const terminal = new Terminal(['--base-url', model.url, '--model', 'steered'], {
    cwd: dir,
    env: { XDG_STATE_HOME: state, XDG_CONFIG_HOME: state, TROUPE_API_KEY: 'sk-secret-0123456789' },
  });
  terminal.press('early');
  terminal.resize(40, 20);
  terminal.resize(80, 24);
  await terminal.endsWith('› early');
  terminal.press(' bird', KEY.enter);
  const reply = await model.reply();
  expect(reply.lastMessage).toContain('early bird');
  reply.end('Worm.');
  await terminal.endsWith(PROMPT);
});

testWithShell('a terminal that says it has no size is taken for one of the classic size', async () => {
  const terminal = new Terminal(['-c', `stty rows 0 cols 0; exec ${process.execPath} ${CLI}`], {
    program: SHELL ?? '',
    cwd: dir,
    env: {
      XDG_STATE_HOME: state,
      XDG_CONFIG_HOME: state,
      TROUPE_API_KEY: 'sk-secret-0123456789',
      TROUPE_BASE_URL: model.url,
      TROUPE_MODEL: 'steered',
    },
  });
  await terminal.endsWith(PROMPT);
  terminal.press('Hi', KEY.enter);
  (await model.reply()).end('> ---\n\n| a | b |\n|---|---|\n| 1 | 2 |');
  await terminal.endsWith(PROMPT);
  expect(terminal.lines.join('\n')).not.toMatch(/NaN|Infinity|undefined/);
});

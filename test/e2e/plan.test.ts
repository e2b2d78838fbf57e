import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { SteeredModel } from '../doubles/steered-model.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { endTerminals, KEY, Terminal } from './terminal.js';
import { troupe } from './troupe.js';

const PROMPT = '› Ask about this workspace. /help for more.';

let dir: AbsPath;
let state: AbsPath;
let model: SteeredModel;
beforeEach(async () => {
  dir = makeTempDir();
  state = makeTempDir();
  writeFiles(dir, { 'one.txt': 'one\n' });
  model = new SteeredModel();
  await model.start();
});
afterEach(async () => {
  await endTerminals();
  await model.stop();
  removeTempDir(dir);
  removeTempDir(state);
});

const env = (): Record<string, string> => ({
  XDG_STATE_HOME: state,
  XDG_CONFIG_HOME: state,
  TROUPE_API_KEY: 'sk-secret-0123456789',
});

const step = (name: string) => ({ description: `Write ${name}`, expectedOutcome: `${name} is there` });
const PLAN = { goal: 'Two more files', steps: [step('two.txt'), step('three.txt')] };

/** Plays the turn in which the model proposes a plan. */
async function propose(params: object = PLAN): Promise<void> {
  (await model.reply()).call(['propose_plan', params]);
  (await model.reply()).end('There it is.');
}

/** Plays a step that writes a file, or says why it does not. */
async function carryOut(name: string, isMet = true): Promise<string> {
  const first = await model.reply();
  if (isMet) {
    first.call(['create_file_or_folder', { uri: name }]);
    (await model.reply()).call(['finish_step', { isMet, observed: `${name} was written.` }]);
  } else first.call(['finish_step', { isMet, observed: `${name} cannot be written.` }]);
  (await model.reply()).end(`So much for ${name}.`);
  return first.lastMessage;
}

test('a plan is drawn, changed, approved, fails at a step, is tried again and finished, with the keys that the chat names', async () => {
  const terminal = new Terminal(
    ['--base-url', model.url, '--model', 'steered', '--mode', 'plan', '--auto-approve', 'edits'],
    {
      cwd: dir,
      columns: 80,
      rows: 50,
      env: env(),
    },
  );
  await terminal.endsWith(PROMPT);
  terminal.press('Plan it', KEY.enter);
  await propose();
  await terminal.shows('Plan: Two more files');
  await terminal.shows('? y approves it and begins');
  await terminal.endsWith(PROMPT);
  terminal.press('m 2 1', KEY.enter);
  await terminal.shows('  1. Write three.txt');
  await terminal.endsWith(PROMPT);
  terminal.press('e 1 Write 3.txt | 3.txt is there', KEY.enter);
  await terminal.shows('  1. Write 3.txt');
  await terminal.endsWith(PROMPT);
  terminal.press('y', KEY.enter);
  expect(await carryOut('3.txt')).toContain('Step 1 of 2: Write 3.txt\n\nCarry out this step');
  expect(await carryOut('two.txt', false)).toContain('[x] 1. Write 3.txt: 3.txt was written.');
  await terminal.shows('✗ The step has failed (not met): two.txt cannot be written.');
  await terminal.shows('? /plan go goes on');
  await terminal.endsWith(PROMPT);
  terminal.press('/plan go', KEY.enter);
  expect(await carryOut('two.txt')).toContain('It was tried before, and failed: two.txt cannot be written.');
  await terminal.endsWith(
    'Plan: Two more files',
    '✓ 1. Write 3.txt',
    '     → 3.txt was written.',
    '✓ 2. Write two.txt',
    '     → two.txt was written.',
    '',
    PROMPT,
  );
  expect(readFileSync(join(dir, 'two.txt'), 'utf8')).toBe('');
});

test('a plan of an earlier chat is shown before it can be approved, and where there is none that is said', async () => {
  const planned = troupe(
    ['run', '--mode', 'plan', '--base-url', model.url, '--model', 'steered', 'Plan it'],
    { cwd: dir, env: env() },
  );
  await propose();
  expect((await planned).exitCode).toBe(8);
  const args = ['--base-url', model.url, '--model', 'steered', '--auto-approve', 'edits'];
  const fresh = new Terminal(args, { cwd: dir, columns: 80, rows: 50, env: env() });
  await fresh.endsWith(PROMPT);
  fresh.press('/plan y', KEY.enter);
  await fresh.shows('✗ There is no plan.');
  fresh.press('/quit', KEY.enter);
  await fresh.exitCode;
  const terminal = new Terminal([...args, '--continue'], { cwd: dir, columns: 80, rows: 50, env: env() });
  await terminal.endsWith(PROMPT);
  terminal.press('/plan y', KEY.enter);
  await terminal.shows('? /plan y approves it and begins');
  await terminal.endsWith(PROMPT);
  terminal.press('/plan y', KEY.enter);
  for (const name of ['two.txt', 'three.txt']) await carryOut(name);
  await terminal.shows('✓ 2. Write three.txt');
});

test('plans are approved where there can be one', async () => {
  const { stderr, exitCode } = await troupe(['run', '--approve-plan', 'Plan it'], { cwd: dir, env: env() });
  expect([exitCode, stderr]).toEqual([2, expect.stringContaining("'--approve-plan' needs '--mode plan'")]);
});

test.each([
  [[], 8, 'draft', ['pending', 'pending']],
  [['--approve-plan'], 0, 'completed', ['completed', 'completed']],
] as const)(
  'a run that plans, with %j, ends with code %i and the plan as JSON',
  async (more, code, status, steps) => {
    const args = [
      'run',
      '--mode',
      'plan',
      '--auto-approve',
      'edits',
      ...more,
      '--base-url',
      model.url,
      '--model',
      'steered',
      'Plan it',
    ];
    const running = troupe(args, { cwd: dir, env: env() });
    await propose();
    if (code === 0) for (const name of ['two.txt', 'three.txt']) await carryOut(name);
    const { stdout, exitCode } = await running;
    expect(exitCode).toBe(code);
    const plan = JSON.parse(stdout) as { status: string; steps: readonly { status: string }[] };
    expect([plan.status, plan.steps.map((one) => one.status)]).toEqual([status, steps]);
  },
);

import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ThreadEntry } from '../../src/actors/protocol/thread.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { branchTo } from '../../src/actors/threads/branch.js';
import { openThreadLibrary } from '../../src/host/node/threads/library/open-thread-library.js';
import { SteeredModel } from '../doubles/steered-model.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { endTerminals, KEY, Terminal } from './terminal.js';

const PROMPT = '› Ask about this workspace. /help for more.';
const SOURCES = join(import.meta.dirname, '../../src/actors/protocol');

// Ten files of a real project, one for each step.
const FILES = [
  'agent.ts',
  'approvals.ts',
  'attachment.ts',
  'attachments.ts',
  'cause-of.ts',
  'checkpoints.ts',
  'diagnostics.ts',
  'errors.ts',
  'file-changes.ts',
  'file-version.ts',
];
const step = (name: string) => ({
  description: `Mark ${name} as reviewed`,
  expectedOutcome: `${name} begins with the mark`,
});

let dir: AbsPath;
let state: AbsPath;
let model: SteeredModel;
beforeEach(async () => {
  dir = makeTempDir();
  state = makeTempDir();
  cpSync(SOURCES, join(dir, 'src'), { recursive: true });
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'Begin');
  model = new SteeredModel();
  await model.start();
});
afterEach(async () => {
  await endTerminals();
  await model.stop();
  removeTempDir(dir);
  removeTempDir(state);
});

function git(...args: string[]): string {
  return execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
    cwd: dir,
    encoding: 'utf8',
  });
}

function startChat(...more: readonly string[]): Terminal {
  return new Terminal(['--base-url', model.url, '--model', 'steered', '--auto-approve', 'edits', ...more], {
    cwd: dir,
    columns: 100,
    rows: 60,
    env: {
      XDG_STATE_HOME: state,
      XDG_CONFIG_HOME: state,
      TROUPE_API_KEY: 'sk-secret-0123456789',
    },
  });
}

/** The edit that a step makes. */
function edit(name: string): readonly ['edit_file', object] {
  const [first = ''] = readFileSync(join(dir, 'src', name), 'utf8').split('\n', 1);
  const search_replace_blocks = `<<<<<<< ORIGINAL\n${first}\n=======\n// Reviewed.\n${first}\n>>>>>>> UPDATED`;
  return ['edit_file', { uri: `src/${name}`, search_replace_blocks }];
}

/** Plays a step. Resolves to what the model was told. */
async function carryOut(name: string): Promise<string> {
  const first = await model.reply();
  first.call(edit(name));
  await finish(name);
  return first.lastMessage;
}

async function finish(name: string, isMet = true): Promise<void> {
  const observed = isMet ? `${name} begins with it.` : `${name} is generated.`;
  (await model.reply()).call(['finish_step', { isMet, observed }]);
  (await model.reply()).end(`So much for ${name}.`);
}

/** What has become of the plan, an entry a line, as the store has it. */
async function lifeOfPlan(): Promise<readonly string[]> {
  await using library = await openThreadLibrary({
    stateDirectory: join(state, 'troupe'),
    roots: [dir],
    onProblem: (sentence) => expect.fail(sentence),
  });
  const [thread] = await library.list();
  const entries: ThreadEntry[] = [];
  if (thread !== undefined) for await (const entry of library.read(thread.id)) entries.push(entry);
  return branchTo(entries).flatMap((entry) => {
    if (entry.kind === 'plan') return [`plan of ${entry.steps.length} by ${entry.by}`];
    if (entry.kind === 'plan_approved') return ['approved'];
    if (entry.kind === 'step') return [`${entry.step} ${entry.status}`];
    return entry.kind === 'plan_ended' ? [entry.outcome] : [];
  });
}

test('a plan of ten steps fails, is revised, is killed in the middle of a step, and is finished without a step lost or made twice', async () => {
  const first = startChat('--mode', 'plan');
  await first.endsWith(PROMPT);
  first.press('Plan it', KEY.enter);
  (await model.reply()).call(['propose_plan', { goal: 'Mark what is reviewed', steps: FILES.map(step) }]);
  (await model.reply()).end('There it is.');
  await first.shows('? y approves it and begins');
  first.press('y', KEY.enter);
  for (const name of FILES.slice(0, 3)) await carryOut(name);
  // The fourth fails, and is revised with what comes behind it.
  await finish('attachments.ts', false);
  await first.shows('✗ The step has failed (not met): attachments.ts is generated.');
  first.press('/plan e 4 Leave attachments.ts as it is | It is unchanged', KEY.enter);
  await first.shows(' 4. Leave attachments.ts as it is');
  first.press('m 10 5', KEY.enter);
  await first.shows(' 5. Mark file-version.ts as reviewed');
  first.press('y', KEY.enter);
  await finish('attachments.ts');
  const middle = await model.reply();
  expect(middle.lastMessage).toContain('Step 5 of 10: Mark file-version.ts as reviewed');
  middle.call(edit('file-version.ts'));
  // The change is made, and nobody has told the model.
  const left = await model.reply();
  expect(git('diff', '--name-only').split('\n')).toContain('src/file-version.ts');
  first.kill('SIGKILL');
  await Promise.all([first.exitCode, left.closed]);

  const second = startChat('--continue');
  await second.endsWith(PROMPT);
  second.press('/plan go', KEY.enter);
  await finish('file-version.ts');
  for (const name of FILES.slice(4, 9)) await carryOut(name);
  await second.shows('✓ 10. Mark file-changes.ts as reviewed');
  second.press('/quit', KEY.enter);
  await second.exitCode;

  const marked = FILES.filter((name) => name !== 'attachments.ts');
  expect(git('diff', '--numstat').trim().split('\n')).toEqual(
    marked.map((name) => `1\t0\tsrc/${name}`).sort(),
  );
  const life = await lifeOfPlan();
  console.log(life.join('\n'));
  const done = (...ids: readonly number[]) => ids.flatMap((id) => [`${id} running`, `${id} completed`]);
  expect(life).toEqual([
    'plan of 10 by model',
    'approved',
    ...done(1, 2, 3),
    '4 running',
    '4 failed',
    'plan of 10 by person',
    'plan of 10 by person',
    'approved',
    ...done(4, 10, 5, 6, 7, 8, 9),
    'completed',
  ]);
});

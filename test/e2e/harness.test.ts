import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import type { Trajectory } from '../../src/actors/threads/exports/trajectory.js';
import { ModelServer, type Received } from '../actors/llm/model-server.js';
import { ATIF } from '../actors/threads/exports/atif-schema.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { until } from '../doubles/until.js';
import { editCall, playCalls, type PlayedCall } from './play-calls.js';
import { type Ended, startTroupe, troupe } from './troupe.js';

let dir: AbsPath;
let state: AbsPath;
let out: AbsPath;
let server: ModelServer;
beforeEach(async () => {
  dir = makeTempDir();
  state = makeTempDir();
  out = makeTempDir();
  writeFiles(dir, { 'src/price.ts': 'export const price = 41;\n', 'task.md': 'Correct the price.\n' });
  server = await ModelServer.start();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  for (const folder of [dir, state, out]) removeTempDir(folder);
});

const CALLS: readonly PlayedCall[] = [
  ['read_file', { uri: 'src/price.ts' }],
  editCall('src/price.ts', 'export const price = 41;', 'export const price = 42;'),
  ['run_command', { command: 'printf "made\\n" > made.txt' }],
];

/** Makes the calls one after the other, and then says that it is done. */
const work = (): ((received: Received) => void) => playCalls(server, CALLS, 'It is 42 now.');

const ARGUMENTS = (): string[] => ['run', '--base-url', server.url, '--model', 'm', '--auto-approve', 'all'];
const ENV = (): Record<string, string> => ({ XDG_STATE_HOME: state, XDG_CONFIG_HOME: state });

function run(...args: readonly string[]): Promise<Ended> {
  return troupe([...ARGUMENTS(), ...args], { cwd: dir, env: ENV() });
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(out, name), 'utf8'));
}

test('a run for a harness leaves a patch, every step, what it used, and a prediction', async () => {
  server.handle = work();
  const before = join(out, 'before');
  cpSync(dir, before, { recursive: true });
  const predictions = join(out, 'predictions.jsonl');
  writeFileSync(predictions, '{"instance_id":"earlier"}\n');

  const ended = await run(
    '--task',
    'task.md',
    '--output',
    out,
    '--predictions',
    predictions,
    '--instance',
    'i-1',
  );

  expect([ended.exitCode, ended.stdout]).toEqual([0, 'It is 42 now.\n']);
  expect(JSON.stringify(server.received[0]?.body)).toContain('Correct the price.');
  const patch = readFileSync(join(out, 'patch.diff'), 'utf8');
  execFileSync('git', ['apply', join(out, 'patch.diff')], { cwd: before });
  for (const name of ['src/price.ts', 'made.txt', 'task.md'])
    expect(readFileSync(join(before, name), 'utf8')).toBe(readFileSync(join(dir, name), 'utf8'));
  expect(readJson('result.json')).toMatchObject({
    exitCode: 0,
    provider: 'openai',
    model: 'm',
    mode: 'agent',
    usage: { inputTokens: 400, outputTokens: 40 },
    modelCalls: 4,
    toolCalls: 3,
    answer: 'It is 42 now.',
  });
  const trajectory = readJson('trajectory.json') as Trajectory;
  expect(ATIF.safeParse(trajectory).error?.issues).toBeUndefined();
  const agent = trajectory.steps.filter(({ source }) => source === 'agent');
  expect(agent.map((step) => step.tool_calls?.[0]?.function_name)).toEqual([
    ...CALLS.map(([name]) => name),
    undefined,
  ]);
  expect(agent[0]?.observation?.results[0]?.content).toContain('price = 41');
  expect(readFileSync(predictions, 'utf8').split('\n')).toEqual([
    '{"instance_id":"earlier"}',
    JSON.stringify({ instance_id: 'i-1', model_name_or_path: 'openai/m', model_patch: patch }),
    '',
  ]);

  // It is a conversation, wherever it is imported.
  const elsewhere = { cwd: before, env: { XDG_STATE_HOME: before, XDG_CONFIG_HOME: before } };
  expect((await troupe(['threads', 'import', join(out, 'trajectory.json')], elsewhere)).exitCode).toBe(0);
  const exported = await troupe(['threads', 'export', trajectory.session_id, '--format', 'atif'], elsewhere);
  expect(JSON.parse(exported.stdout)).toEqual(trajectory);
});

test('a run that is killed leaves its steps so far', async () => {
  const play = work();
  server.handle = (received) => {
    if (server.received.length <= CALLS.length) play(received);
  };
  const running = startTroupe([...ARGUMENTS(), '--output', out, 'Correct the price.'], {
    cwd: dir,
    // What it has no time to remove goes with the test.
    env: { ...ENV(), TMPDIR: state },
  });
  await until(() => server.received.length > CALLS.length, 'the model is asked for its answer');
  await until(
    () => readFileSync(join(out, 'trajectory.json'), 'utf8').includes('made.txt'),
    'the trajectory has the last call',
  );
  running.child.kill('SIGKILL');
  await running.ended;
  const trajectory = readJson('trajectory.json') as Trajectory;
  expect(ATIF.safeParse(trajectory).error?.issues).toBeUndefined();
  expect(trajectory.steps.filter(({ source }) => source === 'agent').length).toBeGreaterThanOrEqual(2);
  expect(existsSync(join(out, 'result.json'))).toBe(false);
});

test('a run that fails says why in its result, and its patch has what was done until then', async () => {
  const play = work();
  server.handle = (received) => {
    if (server.received.length <= CALLS.length) play(received);
    else received.reply(400, { error: { message: 'That is wrong.' } });
  };
  const ended = await run('--output', join(dir, 'out'), 'Correct the price.');
  expect(ended.exitCode).toBe(4);
  const result = JSON.parse(readFileSync(join(dir, 'out/result.json'), 'utf8')) as object;
  expect(result).toMatchObject({ exitCode: 4, error: { code: 'LLM_REQUEST' } });
  const patch = readFileSync(join(dir, 'out/patch.diff'), 'utf8');
  expect(patch.match(/^diff --git a\/(\S+)/gm)).toEqual([
    'diff --git a/made.txt',
    'diff --git a/src/price.ts',
  ]);
});

test.each([
  [['--task', 'nowhere.md'], 'nowhere.md cannot be read (ENOENT)'],
  [['--task', 'task.md', 'and', 'words'], 'not both'],
  [['--predictions', 'p.jsonl', 'x'], "'--predictions' and '--instance' need each other, and '--output'"],
  [['--output', 'task.md', 'x'], 'task.md cannot be written (EEXIST)'],
])('%j is refused before anything is sent', async (args, words) => {
  const ended = await run(...args);
  expect([ended.exitCode, server.received.length]).toEqual([2, 0]);
  expect(ended.stderr).toContain(words);
});

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ThreadEntry } from '../../src/actors/protocol/thread.js';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { ModelServer } from '../actors/llm/model-server.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { editCall, playCalls } from './play-calls.js';
import { type Ended, jsonLines, troupe } from './troupe.js';

const KEY = 'ghp_0123456789abcdefghijABCDEFGHIJ012345';

let dir: AbsPath;
let state: AbsPath;
let out: AbsPath;
let server: ModelServer;
beforeEach(async () => {
  dir = makeTempDir();
  state = makeTempDir();
  out = makeTempDir();
  writeFiles(dir, { 'price.ts': 'export const price = 41;\n', 'key.txt': `${KEY}\n` });
  server = await ModelServer.start();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  for (const folder of [dir, state, out]) removeTempDir(folder);
});

function run(...args: readonly string[]): Promise<Ended> {
  return troupe(args, { cwd: dir, env: { XDG_STATE_HOME: state, XDG_CONFIG_HOME: state } });
}

const price = (to: number) => editCall('price.ts', `price = ${to - 1};`, `price = ${to};`);

/** Two turns, each of which reads and edits. Returns the id of their conversation, and its entries. */
async function converse(): Promise<{ readonly id: string; readonly entries: readonly ThreadEntry[] }> {
  const model = ['--base-url', server.url, '--model', 'm', '--auto-approve', 'all'];
  server.handle = playCalls(server, [['read_file', { uri: 'key.txt' }], price(42)], `42, and ${KEY}.`);
  expect((await run('run', ...model, 'Raise the price.')).exitCode).toBe(0);
  server.handle = playCalls(server, [price(43), ['fly', {}]], 'It is 43.');
  expect((await run('run', ...model, '--continue', 'Once more.')).exitCode).toBe(0);
  const [thread] = jsonLines<{ readonly id: string }>(await run('--json', 'threads'));
  const id = thread?.id ?? '';
  return { id, entries: jsonLines<ThreadEntry>(await run('--json', 'threads', 'show', id)) };
}

const seqOf = (entries: readonly ThreadEntry[], kind: ThreadEntry['kind']): number =>
  entries.find((entry) => entry.kind === kind)?.seq ?? -1;

test('a conversation is replayed to the same entries, from its file as well, and a report has no key', async () => {
  const { id, entries } = await converse();
  const asked = server.received.length;

  const replayed = await run('replay', id);
  expect([replayed.exitCode, replayed.stderr]).toEqual([0, '']);
  expect(replayed.stdout).toMatch(
    /^turn 1 {2}Raise the price\.\nturn 2 {2}Once more\.\n2 turns: \d+ entries made/,
  );

  const until = seqOf(entries, 'call');
  const listed = (await run('replay', id, '--until', String(until))).stdout.split('\n');
  expect(listed[until]).toMatch(/^ +\d+ = call +c1 read_file$/);
  expect(listed[until + 1]).toBe('The last turn is here: acting: read_file judging.');

  const file = join(out, 'report.json');
  expect((await run('report', id, '--output', file)).stderr).toContain('say --yes');
  expect((await run('report', id, '--output', file, '--yes')).exitCode).toBe(0);
  const report = readFileSync(file, 'utf8');
  expect(JSON.stringify(entries)).toContain(KEY);
  expect(report).not.toContain(KEY);
  expect(report).toContain('[key removed]');
  const steps = jsonLines<{ readonly type: string }>(await run('--json', 'replay', file));
  expect(steps.at(-1)).toMatchObject({ type: 'end', turns: 2, different: 0, resumed: 0 });

  // What the program would not have made of it is found.
  writeFileSync(file, report.replace('There is no tool named', 'Nobody knows a tool named'));
  const other = await run('replay', file);
  expect(other.exitCode).toBe(6);
  expect(other.stdout).toMatch(/Entry \d+ differs:\n.*Nobody knows.*\n.*There is no tool named/);
  expect(server.received).toHaveLength(asked);
});

test('a turn goes on from any entry in a copy of the workspace, and what is copied stays as it is', async () => {
  const { id, entries } = await converse();
  const copy = join(out, 'copy');
  const second = entries.findLast(({ kind }) => kind === 'turn_began')?.seq ?? -1;
  server.handle = playCalls(
    server,
    [price(43), editCall('price.ts', 'price = 43', 'price = 50')],
    'It is 50.',
  );
  const model = ['--base-url', server.url, '--model', 'another', '--auto-approve', 'all'];
  const ended = await run('replay', id, '--from', String(second), '--into', copy, ...model);
  expect([ended.exitCode, ended.stdout]).toEqual([0, 'It is 50.\n']);
  expect(server.received.at(-1)?.body['model']).toBe('another');
  expect(JSON.stringify(server.received.at(-1)?.body)).toContain(copy);
  expect(readFileSync(join(copy, 'price.ts'), 'utf8')).toBe('export const price = 50;\n');
  expect(readFileSync(join(dir, 'price.ts'), 'utf8')).toBe('export const price = 43;\n');
  expect(jsonLines(await run('--json', 'threads', 'show', id))).toEqual(entries);
  const [copied] = jsonLines<{ readonly id: string }>(await run('--json', '--root', copy, 'threads'));
  const again = await run('--json', '--root', copy, 'replay', copied?.id ?? '');
  expect(jsonLines(again).at(-1)).toMatchObject({ different: 0 });
});

test('what cannot be replayed is said', async () => {
  const { id, entries } = await converse();
  const last = entries.at(-1)?.seq ?? 0;
  const copy = join(out, 'copy');
  for (const [args, exitCode, said] of [
    [['replay', 'nobody'], 2, 'no thread "nobody"'],
    [['replay', './nothing.json'], 2, 'nothing.json cannot be read'],
    [['replay', './price.ts'], 2, 'expected a thread'],
    [['replay', id, '--until', '999'], 2, `expected a number from 0 to ${last}`],
    [['replay', id, '--from', '5'], 2, "'--from' and '--into' need each other"],
    [['replay', id, '--from', '999', '--into', copy], 2, `expected a number from 0 to ${last}`],
    [['replay', id, '--from', String(last), '--into', copy], 2, 'No turn goes on behind entry'],
    [['replay', id, '--from', '5', '--into', out], 2, 'is there already'],
    [['replay', id, '--from', '5', '--into', join(dir, 'sub')], 2, 'lies in the workspace'],
  ] as const) {
    const ended = await run(...args);
    expect([ended.exitCode, ended.stderr], args.join(' ')).toEqual([exitCode, expect.stringContaining(said)]);
  }
});

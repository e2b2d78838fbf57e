import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ActorLostError } from '../../src/actors/protocol/errors.js';
import type { BuiltEntries } from './build-entries.js';
import type { Crash } from './crash.js';
import { buildFrailWorkspace, type FrailWorkspace, openFrailWorkspace } from './frail-workspace.js';
import { startStopwatch } from '../doubles/stopwatch.js';

const ROUNDS = 20;
const CRASHES: readonly Crash[] = ['throw', 'exit', 'out of memory'];

let entries: BuiltEntries;
let dir: string;
let open: FrailWorkspace | undefined;
beforeAll(async () => {
  entries = await buildFrailWorkspace();
});
afterAll(() => {
  entries.remove();
});
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'troupe-index-'));
  mkdirSync(join(dir, 'src'));
  writeFileSync(join(dir, 'src/needle.ts'), 'export const needle = 1;\n');
  writeFileSync(join(dir, '.gitignore'), 'ignored/\n');
});
afterEach(async () => {
  await open?.[Symbol.asyncDispose]();
  open = undefined;
  rmSync(dir, { recursive: true, force: true });
});

test(`the index worker comes back with the right answers after each of ${ROUNDS} deaths in a row`, async () => {
  const { workspace, ref } = (open = openFrailWorkspace(entries, dir, {
    watcher: 'none',
    limits: { maxRestarts: ROUNDS },
  }));
  await workspace.whenReady();
  const backAfterMs: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const how = CRASHES[round % CRASHES.length] as Crash;
    const pending = Array.from({ length: 5 }, () => ref.ask('hang', undefined));
    await ref.ask('status', undefined);
    writeFileSync(join(dir, `src/made-${round}.ts`), '');
    ref.tell('die', how);
    for (const outcome of await Promise.allSettled(pending))
      expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'ACTOR_LOST' } });
    const stopwatch = startStopwatch();
    const { hits } = await workspace.search(`made-${round}`);
    expect(hits.map((hit) => hit.path)).toEqual([`src/made-${round}.ts`]);
    backAfterMs.push(Math.round(stopwatch()));
  }
  backAfterMs.sort((a, b) => a - b);
  console.log(
    `A right answer came ${backAfterMs[ROUNDS / 2]} ms after a death (slowest ${backAfterMs.at(-1)} ms).`,
  );
  expect(await open.files()).toHaveLength(2 + ROUNDS);
});

test('a stream of files in mid-flight ends with ActorLostError when the index worker dies', async () => {
  for (let i = 0; i < 6000; i += 1) writeFileSync(join(dir, `src/file-${i}`), '');
  open = openFrailWorkspace(entries, dir, { watcher: 'none' });
  const files = (await open.workspace.files())[Symbol.asyncIterator]();
  await files.next();
  open.ref.tell('die', 'exit');
  const drain = async (): Promise<void> => {
    while ((await files.next()).done !== true);
  };
  await expect(drain()).rejects.toBeInstanceOf(ActorLostError);
});

test('the index worker is given up when it dies too often, and can be started again', async () => {
  open = openFrailWorkspace(entries, dir, { watcher: 'none', limits: { maxRestarts: 1 } });
  for (let round = 0; round < 2; round += 1) {
    const pending = open.ref.ask('hang', undefined);
    open.ref.tell('die', 'exit');
    await expect(pending).rejects.toBeInstanceOf(ActorLostError);
  }
  await expect(open.workspace.search('needle')).rejects.toBeInstanceOf(ActorLostError);
  open.workspace.restart();
  const { hits } = await open.workspace.search('needle');
  expect(hits.map((hit) => hit.path)).toEqual(['src/needle.ts']);
});

test('an index worker that is alive can be replaced: what waits for the old one ends, the new one answers', async () => {
  open = openFrailWorkspace(entries, dir, { watcher: 'none' });
  await open.workspace.whenReady();
  const states: string[] = [];
  open.workspace.onThreadState((state) => states.push(state));
  const pending = open.ref.ask('hang', undefined);
  open.workspace.restart();
  await expect(pending).rejects.toBeInstanceOf(ActorLostError);
  const { hits } = await open.workspace.search('needle');
  expect(hits.map((hit) => hit.path)).toEqual(['src/needle.ts']);
  expect(states).toEqual(['alive', 'restarting', 'alive']);
});

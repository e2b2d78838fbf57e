import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { isRunning, PLANTED_COMMAND, type RunningProgram, startProgram } from './planted-project.js';

let folder: AbsPath;
beforeEach(() => {
  folder = makeTempDir();
  onTestFinished(() => {
    removeTempDir(folder);
  });
});

/** Prints what it was started with, and counts in a file. */
const PASSING = `import { appendFileSync } from 'node:fs';
test('passes', () => {
  appendFileSync('ran', 'passing\\n');
  console.log('planted', process.env.PLANTED_CASES, process.env.PLANTED_TABLE, process.env.TROUPE_SEED);
});`;
const FAILING = `test('fails', () => { throw new Error('as planted\\nand more'); });`;
const SKIPPED = `test('cannot run', (context) => { context.skip('no such program here'); });`;
/** Hangs as long as there is a file for it, with a process of its own beside it. */
const HANGING = `import { spawn } from 'node:child_process';
import { existsSync, renameSync, writeFileSync } from 'node:fs';
test('hangs', async () => {
  if (!existsSync('hang')) return;
  const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
  writeFileSync('written', child.pid + ' ' + process.pid);
  renameSync('written', 'pids');
  await new Promise(() => {});
});`;

interface Plan {
  readonly version?: string;
  readonly isFresh?: boolean;
  readonly cases?: number;
}

/** Runs campaigns of one file each, by name. Ctrl+C stops it. */
function start(files: Readonly<Record<string, string>>, options: Plan = {}): RunningProgram {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.ts`), text);
  const campaigns = Object.keys(files).map((name) => ({
    name,
    shows: `What is ${name}.`,
    files: [`${name}.test.ts`],
    cases: { PLANTED_CASES: 500 },
    switches: { PLANTED_TABLE: '1', TROUPE_SEED: '7' },
  }));
  const plan = {
    root: folder,
    folder: join(folder, 'out'),
    version: 'first',
    vitest: PLANTED_COMMAND,
    campaigns,
    isFresh: false,
    ...options,
  };
  return startProgram(
    folder,
    `const { runCampaigns } = await from('campaigns/run-campaigns.mjs');
     const { stopOnSignals } = await from('runs/stop-on-signals.mjs');
     const plan = ${JSON.stringify(plan)};
     process.exitCode = (await runCampaigns({ ...plan, signal: stopOnSignals() })) ? 0 : 1;`,
  );
}

/** What was run and finished, and the table without its head, its commands and its times. */
function read(lines: readonly string[]): { titles: string[]; table: string[][]; last: string | undefined } {
  const rows = lines.filter((line) => line.startsWith('| ')).slice(2);
  return {
    titles: lines
      .filter((line) => line.startsWith('== '))
      .map((line) => line.slice(3).replace(/, \d+ s$/, '')),
    table: rows.map((row) => {
      const [name, shows, , result, , log] = row.slice(2, -2).split(' | ');
      return [name ?? '', shows ?? '', result ?? '', (log ?? '').trim()];
    }),
    last: lines.at(-1),
  };
}

test('campaigns that pass, fail and cannot run are named in a table, with the log of each', async () => {
  const { ended } = start({ passing: PASSING, failing: FAILING, skipped: SKIPPED });
  const { code, lines } = await ended;
  expect({ code, ...read(lines) }).toEqual({
    code: 1,
    titles: ['passing', 'passing: passed', 'failing', 'failing: failed', 'skipped', 'skipped: skipped'],
    table: [
      ['passing', 'What is passing.', 'passed: 1 tests, 500 cases', 'out/passing.log'],
      ['failing', 'What is failing.', 'failed: fails: as planted', 'out/failing.log'],
      ['skipped', 'What is skipped.', 'skipped: cannot run: no such program here', 'out/skipped.log'],
    ],
    last: '1 passed, 1 failed, 1 skipped, 0 left to run',
  });
  // Those who look for the reason see it at once, and what the others print is in their logs.
  expect(lines.join('\n')).toContain('Error: as planted');
  expect(lines.join('\n')).not.toContain('planted 500');
  expect(readFileSync(join(folder, 'out/passing.log'), 'utf8')).toContain('planted 500 1 7');
  expect(lines.find((line) => line.startsWith('| passing'))).toMatch(
    /`PLANTED_CASES=500 PLANTED_TABLE=1 TROUPE_SEED=7 npx vitest run --testTimeout=\d+ passing\.test\.ts`/,
  );
});

test('campaigns that are finished run again for another commit, with other cases, or when that is asked for', async () => {
  const count = async (options: Plan): Promise<number> => {
    rmSync(join(folder, 'ran'), { force: true });
    const { code } = await start({ passing: PASSING }, options).ended;
    expect(code).toBe(0);
    return existsSync(join(folder, 'ran'))
      ? readFileSync(join(folder, 'ran'), 'utf8').split('\n').length - 1
      : 0;
  };
  expect(await count({})).toBe(1);
  expect(await count({})).toBe(0);
  expect(await count({ version: 'second' })).toBe(1);
  expect(await count({ cases: 5 })).toBe(1);
  expect(readFileSync(join(folder, 'out/passing.log'), 'utf8')).toContain('planted 5 1 7');
  expect(await count({ isFresh: true })).toBe(1);
  // What was known of the others stays known.
  expect(await count({ version: 'second' })).toBe(0);
  expect(await count({ cases: 5 })).toBe(0);
});

test('what is tested has the name of its commit, and another one for each change to it', async () => {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  const find = async (): Promise<string> => {
    const code = `const { findVersion } = await from('campaigns/state.mjs'); console.log(findVersion(process.cwd()));`;
    return (await startProgram(folder, code).ended).lines.join('\n');
  };
  git('init', '-q');
  writeFileSync(join(folder, 'kept'), 'one');
  git('add', '-A');
  git('commit', '-qm', 'first');
  const commit = git('rev-parse', 'HEAD');
  expect(await find()).toBe(commit);
  writeFileSync(join(folder, 'kept'), 'two');
  const edited = await find();
  writeFileSync(join(folder, 'new'), '');
  const added = await find();
  expect(new Set([commit, edited, added]).size).toBe(3);
  rmSync(join(folder, 'new'));
  expect(await find()).toBe(edited);
  writeFileSync(join(folder, 'kept'), 'one');
  expect(await find()).toBe(commit);
});

test.runIf(process.platform === 'linux')(
  'campaigns that Ctrl+C has stopped leave no process, and go on with the one that was not finished',
  async () => {
    const campaigns = { passing: PASSING, hanging: HANGING, last: `test('is last', () => {});` };
    writeFileSync(join(folder, 'hang'), '');
    const watcher = watch(folder);
    onTestFinished(() => {
      watcher.close();
    });
    const first = start(campaigns);
    while (!readdirSync(folder).includes('pids')) await once(watcher, 'change');
    const pids = readFileSync(join(folder, 'pids'), 'utf8').split(' ').map(Number);
    first.child.kill('SIGINT');
    const stopped = await first.ended;
    expect(pids.filter(isRunning)).toEqual([]);
    expect({ code: stopped.code, ...read(stopped.lines) }).toEqual({
      code: 1,
      titles: ['passing', 'passing: passed', 'hanging'],
      table: [
        ['passing', 'What is passing.', 'passed: 1 tests, 500 cases', 'out/passing.log'],
        ['hanging', 'What is hanging.', 'left to run', ''],
        ['last', 'What is last.', 'left to run', ''],
      ],
      last: '1 passed, 0 failed, 0 skipped, 2 left to run',
    });

    rmSync(join(folder, 'hang'));
    const continued = await start(campaigns).ended;
    expect({ code: continued.code, ...read(continued.lines) }).toEqual({
      code: 0,
      titles: ['passing: finished before', 'hanging', 'hanging: passed', 'last', 'last: passed'],
      table: ['passing', 'hanging', 'last'].map((name) => [
        name,
        `What is ${name}.`,
        'passed: 1 tests, 500 cases',
        `out/${name}.log`,
      ]),
      last: '3 passed, 0 failed, 0 skipped, 0 left to run',
    });
  },
);

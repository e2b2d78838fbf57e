import { once } from 'node:events';
import { readdirSync, readFileSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';
import { untilEqual } from '../doubles/until-equal.js';
import { isRunning, PLANTED_COMMAND, type RunningProgram, startProgram } from './planted-project.js';

let folder: AbsPath;
beforeEach(() => {
  folder = makeTempDir();
  onTestFinished(() => {
    removeTempDir(folder);
  });
});

const STABLE = `test('is stable', () => {});`;
const FLAKE = `import { appendFileSync, readFileSync } from 'node:fs';
test('is flaky', () => {
  appendFileSync('runs', process.env.TROUPE_SEED + '\\n');
  if (readFileSync('runs', 'utf8').trimEnd().split('\\n').length % 3 === 0) throw new Error('every third time\\nand more');
});`;

/** Runs files of tests that often. Ctrl+C stops it. */
function startRepeating(files: Readonly<Record<string, string>>, runs: number): RunningProgram {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const suite = {
    name: 'planted',
    files: Object.keys(files),
    command: PLANTED_COMMAND,
    again: 'npx vitest run',
  };
  const plan = { root: folder, folder, suites: [suite], runs };
  return startProgram(
    folder,
    `const { repeat } = await from('repeat/repeat.mjs');
     const { stopOnSignals } = await from('runs/stop-on-signals.mjs');
     process.exitCode = (await repeat({ ...${JSON.stringify(plan)}, signal: stopOnSignals() })) ? 0 : 1;`,
  );
}

test('a file that fails every third time is named with its first error, its seeds and the command to run it again', async () => {
  const { ended } = startRepeating({ 'flake.test.ts': FLAKE, 'stable.test.ts': STABLE }, 6);
  const { code, lines } = await ended;
  const seeds = readFileSync(join(folder, 'runs'), 'utf8').trimEnd().split('\n');
  expect(new Set(seeds).size).toBe(6);
  const titles = lines
    .filter((line) => line.startsWith('== '))
    .map((line) => line.replace(/, [\d.]+ s$/, ''));
  expect({ code, titles, summary: lines.slice(lines.indexOf('== summary') + 1) }).toEqual({
    code: 1,
    titles: [
      `== planted, run 1 of 6, TROUPE_SEED=${seeds[0]}: ok`,
      `== planted, run 2 of 6, beside load, TROUPE_SEED=${seeds[1]}: ok`,
      `== planted, run 3 of 6, TROUPE_SEED=${seeds[2]}: FAILED`,
      `== planted, run 4 of 6, beside load, TROUPE_SEED=${seeds[3]}: ok`,
      `== planted, run 5 of 6, TROUPE_SEED=${seeds[4]}: ok`,
      `== planted, run 6 of 6, beside load, TROUPE_SEED=${seeds[5]}: FAILED`,
      '== summary',
    ],
    summary: [
      'FAILED flake.test.ts: 2 of 6 runs failed',
      '       is flaky: every third time',
      `       TROUPE_SEED=${seeds[2]} npx vitest run flake.test.ts`,
      `       all seeds: ${seeds[2]}, ${seeds[5]}`,
      'ok     stable.test.ts: 0 of 6 runs failed',
      'files: 1 passed, 1 failed',
    ],
  });
});

test('a file whose tests all skip themselves has not passed, and says why', async () => {
  const skipped = `test('cannot run', (context) => { context.skip('no such program here'); });`;
  const { ended } = startRepeating({ 'skipped.test.ts': skipped, 'stable.test.ts': STABLE }, 1);
  const { code, lines } = await ended;
  expect({ code, summary: lines.slice(lines.indexOf('== summary') + 1) }).toEqual({
    code: 1,
    summary: [
      'NO RUN skipped.test.ts',
      '       skipped: no such program here',
      'ok     stable.test.ts: 0 of 1 runs failed',
      'files: 1 passed, 1 failed',
    ],
  });
});

test.runIf(process.platform === 'linux')(
  'Ctrl+C ends a run with all that its tests have started, and the load beside it',
  async () => {
    const hanging = `import { spawn } from 'node:child_process';
      import { existsSync, renameSync, writeFileSync } from 'node:fs';
      test('hangs', async () => {
        if (!existsSync('first')) return writeFileSync('first', '');
        const child = spawn('sleep', ['1000'], { detached: true, stdio: 'ignore' });
        writeFileSync('written', [child.pid, process.pid, process.ppid].join(' '));
        renameSync('written', 'pids');
        await new Promise(() => {});
      });`;
    const watcher = watch(folder);
    onTestFinished(() => {
      watcher.close();
    });
    const { child, ended } = startRepeating({ 'hanging.test.ts': hanging }, 4);
    while (!readdirSync(folder).includes('pids')) await once(watcher, 'change');
    // The second run is beside load, whose processes are children of the program.
    const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8');
    const pids = `${readFileSync(join(folder, 'pids'), 'utf8')} ${children.trim()}`.split(' ').map(Number);
    expect(children.trim().split(' ')).toHaveLength(4);
    child.kill('SIGINT');
    const { lines } = await ended;
    expect(pids.filter(isRunning)).toEqual([]);
    expect(readdirSync(folder).filter((name) => name.startsWith('troupe-load-'))).toEqual([]);
    expect(lines.slice(-2)).toEqual([
      'ok     hanging.test.ts: 0 of 1 runs failed',
      'files: 1 passed, 0 failed',
    ]);
  },
);

test('the load ends when the program that started it is killed', async () => {
  const { child, ended } = startProgram(
    folder,
    `const { startLoad } = await from('repeat/load.mjs');
     console.log(startLoad().pids.join(' '));
     setInterval(() => {}, 1_000);`,
  );
  const [text] = (await once(child.stdout!, 'data')) as [string];
  const pids = text.split(' ').map(Number);
  expect(pids.filter(isRunning)).toHaveLength(3);
  child.kill('SIGKILL');
  await ended;
  await untilEqual(() => pids.filter(isRunning), [], 'the processes of the load have ended');
  expect(readdirSync(folder)).toEqual([]);
});

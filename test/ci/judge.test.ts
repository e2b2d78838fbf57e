import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir } from '../doubles/temp-dir.js';

const root = join(import.meta.dirname, '../..');
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const scripts = join(root, 'scripts/ci');
const args = ['--globals', '--reporter=dot', `--reporter=${join(scripts, 'reporter.mjs')}`];

let folder: AbsPath;
beforeEach(() => {
  folder = makeTempDir();
  onTestFinished(() => {
    removeTempDir(folder);
  });
});

/** Fails the first time that it is called in a folder. */
const ONCE = `const { existsSync, writeFileSync } = await import('node:fs');
const failOnce = () => {
  if (existsSync('tried')) return;
  writeFileSync('tried', '');
  throw new Error('only at first\\nand a second line');
};
`;

interface Judged {
  readonly code: unknown;
  /** The titles of the stages, in order. */
  readonly stages: readonly string[];
  /** The files that the summary calls slow, without their times. */
  readonly slow: readonly string[];
  /** What follows them, without the stages. */
  readonly summary: readonly string[];
  /** Of the summary as a whole. */
  readonly lineCount: number;
}

/** Judges a suite of these files, after checks that are programs of Node. */
async function judge(
  files: Readonly<Record<string, string>>,
  checks: Readonly<Record<string, string>> = {},
): Promise<Judged> {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, `${name}.test.ts`), text);
  const plan = {
    root: folder,
    installs: [],
    checks: Object.entries(checks).map(([name, code]) => ({ name, command: [process.execPath, '-e', code] })),
    suites: [
      { name: 'planted', command: [process.execPath, vitest, 'run', ...args], alone: ['--maxWorkers=1'] },
    ],
  };
  const url = pathToFileURL(join(scripts, 'judge.mjs')).href;
  const program = `const { judge } = await import(${JSON.stringify(url)});
    process.exitCode = (await judge(${JSON.stringify(plan)})) ? 0 : 3;`;
  // A vitest in a vitest would take itself for a worker.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('VITEST')));
  const { code, stdout } = await new Promise<{ code: unknown; stdout: string }>((resolve) => {
    const options = { cwd: folder, env: { ...env, NO_COLOR: '1', TMPDIR: folder } };
    execFile(process.execPath, ['--input-type=module', '-e', program], options, (error, stdout) => {
      resolve({ code: error?.code ?? 0, stdout });
    });
  });
  const lines = stdout.trimEnd().split('\n');
  const isStage = (line: string): boolean => /^(?:all|planted|types)[^:]*: (?:ok|FAILED)/.test(line);
  const summary = lines.slice(lines.indexOf('== summary') + 1);
  const slow = summary.map((line) => /^slow +\d+\.\d s {2}(.+)$/.exec(line)?.[1] ?? '');
  return {
    code,
    stages: lines.filter((line) => /^== [^:]*$/.test(line)).map((line) => line.slice(3)),
    slow: slow.filter((file) => file !== ''),
    summary: summary.filter((line, index) => slow[index] === '' && !isStage(line)),
    lineCount: summary.length + 1,
  };
}

test('a flaky test runs a second time, is named with its first error, and fails nothing', async () => {
  const judged = await judge({
    flake: `${ONCE}test('is fine', () => {}); describe('a group', () => { test('is flaky', failOnce); });`,
    good: `test('is good', () => {});`,
  });
  expect(judged.slow.toSorted()).toEqual(['flake.test.ts', 'good.test.ts']);
  expect(judged).toMatchObject({
    code: 0,
    stages: ['planted', 'planted, second run', 'summary'],
    summary: [
      'FLAKY  flake.test.ts > a group > is flaky',
      '       only at first',
      '1 flaky: failed in one of two runs',
      '3 passed, 0 failed',
    ],
  });
});

test('only the files of failed tests run again', async () => {
  const count = `(await import('node:fs')).appendFileSync('runs', import.meta.filename + '\\n');`;
  await judge({
    flake: `${count}${ONCE}test('is flaky', failOnce);`,
    good: `${count}test('is good', () => {});`,
  });
  const runs = readFileSync(join(folder, 'runs'), 'utf8').trimEnd().split('\n');
  const [flake, good] = ['flake.test.ts', 'good.test.ts'].map((name) => join(folder, name));
  expect(runs.sort()).toEqual([flake, flake, good]);
});

test('hooks that fail once are flaky, and the tests that they kept from running count', async () => {
  const judged = await judge({
    hooks: `${ONCE}describe('a group', () => { beforeAll(failOnce); test('one', () => {}); test('two', () => {}); });`,
  });
  expect(judged).toMatchObject({
    code: 0,
    summary: [
      'FLAKY  hooks.test.ts > hooks of a group',
      '       only at first',
      '1 flaky: failed in one of two runs',
      '2 passed, 0 failed',
    ],
  });
});

test('a test that fails twice has failed, also beside one of the same name that passes', async () => {
  const judged = await judge({
    failure: `for (const value of [1, 2]) test('is one', () => { expect(value).toBe(1); });
      test.skip('is skipped', () => {});
      test('cannot run', (context) => { context.skip('no such program here'); });`,
  });
  expect(judged).toMatchObject({
    code: 3,
    stages: ['planted', 'planted, second run', 'summary'],
    summary: [
      'FAILED failure.test.ts > is one',
      '       expected 2 to be 1 // Object.is equality',
      'skipped 1: no reason was given',
      'skipped 1: no such program here',
      '1 passed, 1 failed',
    ],
  });
});

test('a file that cannot be loaded has failed', async () => {
  const judged = await judge({
    broken: `throw new Error('not loaded');`,
    good: `test('is good', () => {});`,
  });
  expect(judged).toMatchObject({
    code: 3,
    summary: ['FAILED broken.test.ts > the whole file', '       not loaded', '1 passed, 1 failed'],
  });
});

test.each([
  ['a worker that dies', `test('dies', () => { process.kill(process.pid, 'SIGKILL'); });`, /crashed: /],
  [
    'a rejection that nobody handles',
    `test('forgets', async () => { void Promise.reject(new Error('lost')); await new Promise(setImmediate); });`,
    /crashed: lost/,
  ],
])('%s is a crash and has no second run', async (_name, text, reason) => {
  const judged = await judge({ crash: text, flake: `${ONCE}test('is flaky', failOnce);` });
  expect(judged.code).toBe(3);
  expect(judged.stages).toEqual(['planted', 'summary']);
  expect(judged.summary.join('\n')).toMatch(reason);
  expect(judged.summary.at(-1)).toMatch(/^\d passed, [1-9] failed$/);
});

test('a run without a report is a crash', async () => {
  writeFileSync(join(folder, 'vitest.config.ts'), `throw new Error('no suite');`);
  const judged = await judge({ good: `test('is good', () => {});` });
  expect(judged).toMatchObject({
    code: 3,
    stages: ['planted', 'summary'],
    summary: ['FAILED planted', '       crashed: it wrote no report (exit code 1)', '0 passed, 1 failed'],
  });
});

test('a check that fails is one failure, and nothing runs a second time', async () => {
  const judged = await judge(
    { flake: `${ONCE}test('is flaky', failOnce);`, good: `test('is good', () => {});` },
    { types: 'process.exit(2)' },
  );
  expect(judged).toMatchObject({
    code: 3,
    stages: ['types', 'planted', 'summary'],
    summary: [
      'FAILED types',
      '       exit code 2',
      'FAILED flake.test.ts > is flaky',
      '       only at first',
      '1 passed, 2 failed',
    ],
  });
});

test('six files with failures have no second run', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const judged = await judge(
    Object.fromEntries(names.map((name) => [name, `test('fails', () => { throw new Error(); });`])),
  );
  expect(judged).toMatchObject({ code: 3, stages: ['planted', 'summary'] });
  expect(judged.summary.at(-1)).toBe('0 passed, 6 failed');
});

test('a hundred failures are summed up in less than a hundred lines, and no report is left', async () => {
  const judged = await judge({
    many: `for (let n = 0; n < 100; n += 1) test('number ' + n, () => { throw new Error('x'.repeat(1000)); });`,
  });
  expect(judged.lineCount).toBeLessThanOrEqual(100);
  expect(Math.max(...judged.summary.map(({ length }) => length))).toBeLessThanOrEqual(200);
  expect(judged.summary).toContain('... and 80 more failed');
  expect(judged.summary.at(-1)).toBe('0 passed, 100 failed');
  expect(readdirSync(folder).filter((name) => name.startsWith('troupe-ci-'))).toEqual([]);
});

import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { startTroupe, troupe } from './troupe.js';

let dir: AbsPath;
beforeEach(() => {
  dir = makeTempDir();
  writeFiles(dir, {
    'a.ts': '',
    'a/b.ts': '',
    'a/c/d.ts': '',
    'a-b': '',
    'out.log': '',
    '.gitignore': '*.log\n',
  });
});
afterEach(() => {
  removeTempDir(dir);
});

const ALL = ['.gitignore', 'a-b', 'a.ts', 'a/b.ts', 'a/c/d.ts'];

test.each<readonly [args: string[], files: string[]]>([
  [[], ALL],
  [['a'], ['a/b.ts', 'a/c/d.ts']],
  [['./a/c/'], ['a/c/d.ts']],
  [['a/b.ts'], ['a/b.ts']],
  [['out.log'], []],
])('troupe files %j prints what is visible there, in the order of git', async (args, files) => {
  const rows = files.map((file) => `${file}\n`).join('');
  const { exitCode, stdout, stderr } = await troupe(['files', ...args], { cwd: dir });
  expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: rows, stderr: '' });
});

test('troupe files prints a path as it is, between NULs or as JSON where that is asked', async () => {
  writeFiles(dir, { 'é "x"\ny': '' });
  const all = [...ALL, 'é "x"\ny'];
  const nul = await troupe(['files', '-0'], { cwd: dir });
  expect(nul.stdout).toBe(all.map((file) => `${file}\0`).join(''));
  const json = await troupe(['files', '--json'], { cwd: dir });
  const rows = json.stdout.split('\n').slice(0, -1);
  expect(rows.map((row) => JSON.parse(row) as unknown)).toEqual(all.map((path) => ({ path })));
});

test('troupe files prints what git tracks though a rule matches it, and nothing in the place of a submodule', async () => {
  const git = (...args: string[]): unknown => execFileSync('git', args, { cwd: dir });
  git('init', '-q');
  git('add', '-f', 'out.log');
  git('update-index', '--add', '--cacheinfo', `160000,${'0123'.repeat(10)},a`);
  const { stdout } = await troupe(['files'], { cwd: dir });
  expect(stdout.split('\n').slice(0, -1)).toEqual(['.gitignore', 'a-b', 'a.ts', 'out.log']);
});

test('troupe files resolves the root, and follows no link below it', async () => {
  symlinkSync(dir, join(dir, 'up'));
  const { stdout } = await troupe(['files', '--root', 'up/a'], { cwd: dir });
  expect(stdout).toBe('b.ts\nc/d.ts\n');
  const { stdout: all } = await troupe(['files', 'up'], { cwd: dir });
  expect(all).toBe('up\n');
});

test('troupe files ends quietly when its reader has had enough, with the exit code of a closed pipe', async () => {
  const many = Array.from({ length: 20_000 }, (_, id) => [
    `many/a-file-with-a-long-name-of-no-meaning-${id}`,
    '',
  ]);
  writeFiles(dir, Object.fromEntries(many) as Record<string, string>);
  const running = startTroupe(['files'], { cwd: dir });
  running.child.stdout?.once('data', () => running.child.stdout?.destroy());
  const { exitCode, stderr } = await running.ended;
  expect({ exitCode, stderr }).toEqual({ exitCode: 141, stderr: '' });
});

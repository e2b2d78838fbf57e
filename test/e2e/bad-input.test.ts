import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { troupe } from './troupe.js';

let dir: AbsPath;
beforeEach(() => {
  dir = makeTempDir();
  writeFiles(dir, { 'a.ts': 'one\n', 'sub/b.ts': 'two\n' });
});
afterEach(() => {
  chmodSync(dir, 0o755);
  removeTempDir(dir);
});

test.each([
  [['files', '--root', 'nowhere'], 'The root nowhere does not exist: check the path.'],
  [['files', '--root', 'a.ts'], 'The root a.ts is a file: name the folder that holds it.'],
  [['files', '--root', 'a.ts/x'], 'The root a.ts/x leads through a file: check the path.'],
  [['files', '../..'], '../.. leads outside of /'],
  [['files', 'nowhere'], 'nowhere does not exist below '],
  [['grep', 'x', 'a.ts/nowhere'], 'a.ts/nowhere does not exist below '],
  [['tree', 'nowhere'], 'nowhere does not exist below '],
  [['run', ''], 'The task is empty: say what is to be done.'],
  [['run', ' ', ''], 'The task is empty: say what is to be done.'],
  [['run'], 'The task is empty: nothing came on standard input.'],
  [['run', '-'], 'The task is empty: nothing came on standard input.'],
  [['chat', ''], 'The task is empty: say what is to be done.'],
  [[], 'The task is empty: nothing came on standard input.'],
  [
    ['run', '--output-last-message', 'nowhere/answer.md', 'x'],
    'The answer cannot be written to nowhere/answer.md',
  ],
  [['--mode', 'gather', 'files'], "'files' comes before its options"],
  [['--mode', 'gather', 'serch'], "unknown command 'serch'"],
  [['--nonsense'], "unknown option '--nonsense'"],
  [['grep', '-e', '('], '('],
  [['run', '--provider', 'nobody', '--model', 'm', 'x'], 'There is no model provider named "nobody".'],
  [['run', '--base-url', 'http://127.0.0.1:1', 'x'], 'A base URL needs the name of a model'],
  [['run', '--api-key-file', 'none', 'x'], 'The key file none cannot be read (ENOENT).'],
  [['search'], "missing required argument 'query'"],
  [['serch', 'x'], "unknown command 'serch'; did you mean search?"],
  [['thread'], "unknown command 'thread'; did you mean threads?"],
  [['modles'], "unknown command 'modles'; did you mean models?"],
  [['nonsense'], "unknown command 'nonsense' (see troupe --help)"],
  [['help', 'nonsense'], "unknown command 'nonsense' (see troupe --help)"],
  [['help', 'mcp', 'nonsense'], "unknown command 'mcp nonsense' (see troupe --help)"],
  [['help', 'all', 'run'], "unknown command 'all run' (see troupe --help)"],
  [['files', '--nonsense'], "unknown option '--nonsense'"],
  [['run', '--max-tokens', '0', 'x'], 'Expected a whole number from 1.'],
])('troupe %j says what is wrong and exits with 2', async (args, message) => {
  const { exitCode, stdout, stderr } = await troupe(args, { cwd: dir });
  expect(stderr).toContain(message);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
});

test.each(['-v', '--version'])('%s prints the version', async (option) => {
  const { exitCode, stdout } = await troupe([option], { cwd: dir });
  expect([exitCode, stdout.trim()]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
});

test('a directory that cannot be read is a warning on standard error, and the rest is listed', async () => {
  if (process.getuid?.() === 0) {
    console.log('skipped: root may read everything');
    return;
  }
  chmodSync(join(dir, 'sub'), 0);
  const { exitCode, stdout, stderr } = await troupe(['files'], { cwd: dir });
  chmodSync(join(dir, 'sub'), 0o755);
  expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: 'a.ts\n' });
  expect(stderr).toContain('sub: This directory cannot be read');
});

test('a broken .gitignore is a warning on standard error, and only its rules are skipped', async () => {
  writeFiles(dir, { 'sub/.gitignore/inside': 'x' });
  writeFileSync(join(dir, '.gitignore'), 'a.ts\n');
  const { exitCode, stdout, stderr } = await troupe(['files'], { cwd: dir });
  expect(exitCode).toBe(0);
  expect(stdout.split('\n').filter(Boolean)).toEqual(['.gitignore', 'sub/.gitignore/inside', 'sub/b.ts']);
  expect(stderr).toContain('sub/.gitignore: The rules of this file do not count');
});

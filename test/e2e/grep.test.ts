import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../src/actors/protocol/workspace.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';
import { until } from '../doubles/until.js';
import { startTroupe, troupe } from './troupe.js';

let dir: AbsPath;
beforeEach(() => {
  dir = makeTempDir();
});
afterEach(() => {
  removeTempDir(dir);
});

test('troupe grep finds what ripgrep would, in its syntax', async () => {
  writeFiles(dir, { 'a.ts': 'const NAME = 1;\nfunction 漢字() {\n' });
  const found = async (pattern: string): Promise<string> =>
    (await troupe(['grep', '-e', pattern], { cwd: dir })).stdout;
  expect(await found('(?i)name')).toBe('a.ts:1:const NAME = 1;\n');
  expect(await found(String.raw`\<function \p{Han}+\(\) {`)).toBe('a.ts:2:function 漢字() {\n');
});

test('troupe grep --help says what a regular expression may be', async () => {
  const { exitCode, stdout } = await troupe(['grep', '--help'], { cwd: dir });
  expect(exitCode).toBe(0);
  for (const part of ['ripgrep', String.raw`\p{Han}`, '(?i)', '(?<!a)', String.raw`\n is refused`]) {
    expect(stdout).toContain(part);
  }
});

test('troupe grep warns of lines on which a pattern takes too long, and finds the others', async () => {
  writeFiles(dir, { 'a.txt': `aax\n${'a'.repeat(60)}bx\n`, 'b.txt': 'aax\n' });
  const { exitCode, stdout, stderr } = await troupe(['grep', '-e', String.raw`(a*)(a*)*\1\1x`], { cwd: dir });
  expect(stdout.split('\n').filter(Boolean).sort()).toEqual(['a.txt:1:aax', 'b.txt:1:aax']);
  expect(stderr).toBe('troupe: a.txt:2: the pattern takes too long on this line, which may match\n');
  expect(exitCode).toBe(0);
});

test('SIGTERM ends troupe grep in the midst of its lines', async () => {
  // More than pipes and buffers hold, so that it waits for its reader.
  const lines = 50_000;
  writeFiles(dir, { 'long.txt': `${'x'.repeat(400)}\n`.repeat(lines) });
  const { child, ended } = startTroupe(['grep', 'xx'], { cwd: dir });
  const { stdout } = child;
  stdout?.pause();
  await until(() => (stdout?.readableLength ?? 0) > 0, 'it prints');
  child.kill('SIGTERM');
  stdout?.resume();
  const { exitCode, stdout: text, stderr } = await ended;
  expect({ exitCode, stderr }).toEqual({ exitCode: 143, stderr: '' });
  expect(text.split('\n').length).toBeLessThan(lines);
});

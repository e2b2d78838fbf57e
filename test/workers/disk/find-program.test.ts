import { expect, test } from 'vitest';
import { findProgram } from '../../../src/workers/disk/find-program.js';

test('a program is started by its name where the system looks in the PATH alone', () => {
  expect(findProgram('git', {}, 'linux')).toBe('git');
});

test.each([
  ['C:\\a;C:\\Git\\cmd', 'C:\\Git\\cmd\\git.exe'],
  ['.;;bin;C:\\Git\\cmd', 'C:\\Git\\cmd\\git.exe'],
  ['.;bin', undefined],
  ['', undefined],
])('on Windows, with the PATH %j, git is %s', (path, expected) => {
  const there = new Set(['C:\\Git\\cmd\\git.exe', 'git.exe', 'bin\\git.exe', '.\\git.exe']);
  expect(findProgram('git', { Path: path }, 'win32', (file) => there.has(file))).toBe(expected);
});

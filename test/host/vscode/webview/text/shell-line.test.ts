import { expect, test } from 'vitest';
import { findShellLine } from '../../../../../src/host/vscode/webview/text/shell-line.js';

test.each([
  ['npm test\n', 'bash', 'npm test'],
  ['$ npm test', 'console', 'npm test'],
  ['  ls -la  ', 'SH', 'ls -la'],
  ['echo "$ a"', 'zsh', 'echo "$ a"'],
])('%j in %s is the command %j', (code, language, line) => {
  expect(findShellLine(code, language)).toBe(line);
});

test.each([
  ['npm test\nnpm run build', 'bash'],
  ['npm test\r', 'ts'],
  ['ls\u0003', 'bash'],
  ['ls\tx', 'bash'],
  ['', 'bash'],
  ['npm test', ''],
  ['npm test', 'js'],
])('%j in %s is none', (code, language) => {
  expect(findShellLine(code, language)).toBeUndefined();
});

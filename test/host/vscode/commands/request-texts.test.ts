import { expect, test } from 'vitest';
import { describeProblems } from '../../../../src/host/vscode/commands/request-texts.js';

test.each([
  [[7], 'Fix the problem in line 7.'],
  [[7, 7], 'Fix the problems in line 7.'],
  [[12, 7, 7, 3], 'Fix the problems in lines 3, 7, and 12.'],
  [[], 'Fix the problems in this file.'],
])('problems in the lines %j are named by them', (lines, text) => {
  expect(describeProblems('fix', lines)).toBe(text);
});

test('an explanation is asked for in the same words', () => {
  expect(describeProblems('explain', [2])).toBe('Explain the problem in line 2.');
});

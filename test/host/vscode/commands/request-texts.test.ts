import { expect, test } from 'vitest';
import { describeProblems } from '../../../../src/host/vscode/commands/request-texts.js';

const problem = (line: number, text: string) => ({ line, text });

test.each([
  [[], 'Fix the problems of this file.'],
  [[problem(3, "Cannot find\n  name 'x'.")], "Fix the problem in line 3: Cannot find name 'x'."],
  [[problem(1, 'a'), problem(2, 'b')], 'Fix these problems:\n- line 1: a\n- line 2: b'],
  [[1, 2, 3, 4].map((line) => problem(line, 'a')), 'Fix these 4 problems.'],
  [[problem(1, 'x'.repeat(300))], `Fix the problem in line 1: ${'x'.repeat(200)}...`],
])('problems are asked about in plain words', (problems, text) => {
  expect(describeProblems('fix', problems)).toBe(text);
});

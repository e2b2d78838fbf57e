import { expect, it } from 'vitest';
import { chooseGrepEngine } from '../../../../src/workers/index/asks/choose-grep-engine.js';
import type { GrepEngine } from '../../../../src/workers/pool/grep-engine.js';

const threads: GrepEngine = { grep: () => ({ async *[Symbol.asyncIterator]() {} }) };
const ripgrep: GrepEngine = { ...threads };

it.each([
  ['a literal', 'a.b', false, threads],
  ['a literal with brackets', '(a+)+', false, threads],
  ['an expression with a certain text', 'foo\\w+', true, threads],
  ['an expression whose certain texts are in every file', '\\ba\\w+T\\w+', true, ripgrep],
  ['an expression without one', '\\w{3}\\d', true, ripgrep],
  ['an expression with repeats of repeats', 'foo(a+)+$', true, threads],
  ['an expression of which nothing is certain', '(foo)*ba?', true, ripgrep],
  ['braces that ripgrep would refuse', '{.*}', true, threads],
  ['one that matches nothing as well', '\\w*', true, threads],
  ['one that ripgrep would read otherwise', '(\\w)\\1', true, threads],
])('chooseGrepEngine gives %s to the right engine: %s', (_, pattern, isRegex, expected) => {
  const query = { pattern, isRegex, caseSensitive: true };
  expect(chooseGrepEngine(query, { threads, ripgrep })).toBe(expected);
  expect(chooseGrepEngine(query, { threads, ripgrep: null })).toBe(threads);
});

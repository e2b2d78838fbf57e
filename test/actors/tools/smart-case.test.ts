import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rgPath } from '@vscode/ripgrep';
import { afterAll, expect, test } from 'vitest';
import { isCaseSensitive } from '../../../src/actors/tools/smart-case.js';
import { makeTempDir, removeTempDir } from '../../doubles/temp-dir.js';

const directory = makeTempDir();

afterAll(() => {
  removeTempDir(directory);
});

test.each<[query: string, isRegex: boolean, isSensitive: boolean]>([
  ['foo bar_1', false, false],
  ['fooBar', false, true],
  ['École', false, true],
  ['école', false, false],
  ['\\S', false, true],
  ['', false, false],
  ['\\S+\\W\\B', true, false],
  ['\\p{Lu}x', true, false],
  ['\\u{1F600}x', true, false],
  ['\\u00AAx', true, false],
  ['\\xAAx', true, false],
  ['(?<Name>x)\\k<Name>', true, false],
  ['\\\\S', true, true],
  ['[A-Z]', true, true],
  ['(?<=A)x', true, true],
])('a search for %j (regular expression: %j) minds case: %j', (query, isRegex, isSensitive) => {
  expect(isCaseSensitive(query, isRegex)).toBe(isSensitive);
});

test.each<[query: string, isRegex: boolean, text: string]>([
  ['foo', false, 'FOO'],
  ['Foo', false, 'FOO'],
  ['\\S\\Woo', true, 'x OO'],
  ['\\p{Lu}x', true, 'AX'],
  ['[A-Z]x', true, 'ax'],
  ['\\\\Sx', true, '\\sX'],
])('a search for %j (regular expression: %j) minds case as ripgrep does', (query, isRegex, text) => {
  const file = join(directory, 'text');
  writeFileSync(file, text);
  const count = (flag: string): string => {
    const flags = ['--count', flag, ...(isRegex ? [] : ['--fixed-strings'])];
    try {
      return execFileSync(rgPath, [...flags, '--', query, file], { encoding: 'utf8' });
    } catch {
      return 'none';
    }
  };
  expect(count('--smart-case')).toBe(
    count(isCaseSensitive(query, isRegex) ? '--case-sensitive' : '--ignore-case'),
  );
});

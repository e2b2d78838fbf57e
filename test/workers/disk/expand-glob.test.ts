import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGlobExpander } from '../../../src/workers/disk/expand-glob.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../doubles/temp-dir.js';

const root = makeTempDir();
const names = ['a.ts', 'b.ts', 'é.ts', '.env', '[x]', '*', 'sub/c.ts', '.hidden/d.ts'];
beforeAll(() => {
  writeFiles(root, Object.fromEntries(names.map((name) => [name, ''])));
  symlinkSync(join(root, 'sub'), join(root, 'link'));
});
afterAll(() => {
  removeTempDir(root);
});

const expand = (glob: string): readonly string[] | undefined =>
  createGlobExpander()(root, glob)
    ?.map((path) => path.slice(root.length + 1))
    .sort();

test.each([
  ['*.ts', ['a.ts', 'b.ts', 'é.ts']],
  ['?.ts', ['a.ts', 'b.ts', 'é.ts']],
  ['??.ts', ['é.ts']],
  ['.*', ['.', '..', '.env', '.hidden']],
  ['*/*.ts', ['link/c.ts', 'sub/c.ts']],
  ['./s*/c.ts', ['sub/c.ts']],
  ['.hid*/*', ['.hidden/d.ts']],
  ['[ab].ts', ['a.ts', 'b.ts', 'é.ts']],
  ['[[:alpha:]].ts', ['a.ts', 'b.ts', 'é.ts']],
  ['\\[x]', ['[x]']],
  ['\\**', ['*']],
  ['a.ts/*', []],
  ['none/*', []],
  ['*x', []],
])('%s stands for %j', (glob, paths) => {
  expect(expand(glob)).toEqual(paths);
});

test('an absolute glob starts at the root of the disk', () => {
  expect(createGlobExpander()('/', `${root}/s*`)).toEqual([`/${root}/sub`]);
});

test('a folder with more names than it looks at, and a second look at the rest of them, are not known', () => {
  mkdirSync(join(root, 'many'));
  for (let index = 0; index < 3_000; index++) writeFileSync(join(root, `many/${index}`), '');
  expect(expand('many/*')).toBe(undefined);
  expect(expand('many/29?0')).toHaveLength(10);
  const expander = createGlobExpander();
  expect(expander(root, 'many/29?0')).toHaveLength(10);
  expect(expander(root, 'many/28?0')).toBe(undefined);
  expect(expander(root, 'many/29?0')).toHaveLength(10);
});

test('a glob made to be slow is not', () => {
  writeFileSync(join(root, 'a'.repeat(250)), '');
  expect(expand(`${'*a'.repeat(100)}b`)).toEqual([]);
});

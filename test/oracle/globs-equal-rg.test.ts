/*
 * ripgrep as the judge of globs: which files `-g GLOB` finds in a small tree. Left out is a `?` for a character beyond ASCII:
 * for ripgrep it stands for a byte.
 */
import { spawnSync } from 'node:child_process';
import { rgPath } from '@vscode/ripgrep';
import { afterAll, expect, test } from 'vitest';
import type { RelPath } from '../../src/actors/protocol/workspace.js';
import { compileGlob } from '../../src/actors/runtime/glob/path-glob.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';

const FOLDERS = ['', 'src/', 'src/deep/', 'lib/src/', 'app/(group)/', '.github/', 'a b/', 'a/b/a/b/'];
const NAMES = [
  'a.ts',
  'b.d.ts',
  '.c.ts',
  'ab',
  'b',
  '[x].js',
  'é.ts',
  '😀.md',
  'A.TS',
  '+(a)',
  '{a}',
  'x,y',
  'a$^|.js',
];
const PATHS = FOLDERS.flatMap((folder) => NAMES.map((name) => `${folder}${name}`));

const folder = makeTempDir();
afterAll(() => {
  removeTempDir(folder);
});
writeFiles(folder, Object.fromEntries(PATHS.map((path) => [path, ''])));

// Two blanks stand between them.
const GLOBS = String.raw`
*.ts  *.{ts,js}  *  **  ?  [ab]*  [!ab]*  [^ab]*  [a-c].*  \[x].js  [[]x].js  []x]*  .*
.c.ts  a*  *b  *.*.*  {ab,b}  {a,b}.{d.ts,ts}  {*.ts,b}  é.ts  [é]*  A.*  src/*.ts
/src/*.ts  src/**  /src/**  **/src/*  **/src/**  src/**/*.ts  **/*.ts  /*.ts  */a.ts
*/*/b  **/b/**  **/b/**/b  a/**/b  a/b/**/a/b/*  a/*/a/*/b  {src,lib}/**
{src,lib/src}/*.ts  src/{deep,}/a.ts  app/(group)/*  a b/*  +(a)  \{a\}  *,*  *$*
**/[!.]*  src/[!d]*  /.github/*
`;

test.each(GLOBS.trim().split(/ {2}|\n/))('the glob %s finds what it finds in ripgrep', (glob) => {
  const args = ['--files', '--hidden', '--no-ignore', '--no-config', '-g', glob];
  const { stdout, stderr } = spawnSync(rgPath, args, { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  const matches = compileGlob(glob, 'glob');
  expect(PATHS.filter((path) => matches(path as RelPath)).sort()).toEqual(
    stdout
      .split('\n')
      .filter((line) => line !== '')
      .sort(),
  );
});

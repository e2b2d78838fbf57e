import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { isThere, isThereSync } from '../../../src/workers/disk/is-there.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../doubles/temp-dir.js';

let dir: AbsPath;
beforeEach(() => {
  dir = makeTempDir();
});
afterEach(() => {
  removeTempDir(dir);
});

test.each([
  ['a file', 'file', true],
  ['a folder', 'folder', true],
  ['a link to a file', 'link', true],
  ['a link to nothing', 'dangling', true],
  ['nothing', 'nothing', false],
  ['nothing below a file', 'file/below', false],
  ['nothing below a link to nothing', 'dangling/below', false],
  ['a name that is too long', 'x'.repeat(5_000), false],
])('isThere and isThereSync look for %s', async (_, name, expected) => {
  writeFiles(dir, { file: 'text' });
  mkdirSync(join(dir, 'folder'));
  symlinkSync('file', join(dir, 'link'));
  symlinkSync('nowhere', join(dir, 'dangling'));
  expect(await isThere(join(dir, name))).toBe(expected);
  expect(isThereSync(join(dir, name))).toBe(expected);
});

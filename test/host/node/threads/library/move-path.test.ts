import { readdirSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../../../../src/actors/protocol/workspace.js';
import { movePath } from '../../../../../src/host/node/threads/library/move-path.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../../doubles/temp-dir.js';

let dir: AbsPath;
beforeEach(() => {
  dir = makeTempDir();
  writeFiles(dir, { from: 'text' });
});
afterEach(() => {
  removeTempDir(dir);
});

test('movePath moves to a place where nothing is, and makes the folders above it', async () => {
  await movePath(join(dir, 'from'), join(dir, 'a/b/to'));
  expect(readFileSync(join(dir, 'a/b/to'), 'utf8')).toBe('text');
  expect(readdirSync(dir)).toEqual(['a']);
});

test('movePath refuses a place where something is, a link to nothing included', async () => {
  writeFiles(dir, { file: 'old' });
  symlinkSync('nowhere', join(dir, 'link'));
  for (const name of ['file', 'link'])
    await expect(movePath(join(dir, 'from'), join(dir, name))).rejects.toMatchObject({ code: 'EEXIST' });
  expect(readFileSync(join(dir, 'file'), 'utf8')).toBe('old');
  expect(readlinkSync(join(dir, 'link'))).toBe('nowhere');
  expect(readFileSync(join(dir, 'from'), 'utf8')).toBe('text');
});

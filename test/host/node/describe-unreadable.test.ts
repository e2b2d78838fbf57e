import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { describeUnreadable } from '../../../src/host/node/describe-unreadable.js';
import { makeTempDir, removeTempDir } from '../../doubles/temp-dir.js';

let dir: AbsPath;
beforeEach(() => {
  dir = makeTempDir();
  writeFileSync(join(dir, 'file'), '');
  mkdirSync(join(dir, 'folder'));
  symlinkSync('circle', join(dir, 'circle'));
});
afterEach(() => {
  removeTempDir(dir);
});

test.each([
  [
    'file/in',
    'cannot be read (ENOTDIR): on the way to it is a file where a folder should be. Check HOME and XDG_CONFIG_HOME',
  ],
  ['folder', 'cannot be read (EISDIR): a folder is in its place. Move it away'],
  ['circle', 'cannot be read (ELOOP): its links lead in a circle. Remove them'],
  ['none', 'cannot be read (ENOENT)'],
])('of %s it says what is wrong and what to do', async (path, words) => {
  const failed = await readFile(join(dir, path)).catch((error: unknown) => error);
  expect(describeUnreadable(failed)).toBe(words);
});

test.each(['EACCES', 'EPERM'])('of %s it says who may allow it', (code) => {
  expect(describeUnreadable(Object.assign(new Error('no'), { code }))).toBe(
    `cannot be read (${code}): allow yourself to read it, and to enter the folders above it`,
  );
});

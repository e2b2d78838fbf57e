import { existsSync, readFileSync, readlinkSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SettingsError } from '../../../src/actors/protocol/errors.js';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import { copyWorkspace } from '../../../src/host/node/copy-workspace.js';
import { errorOf } from '../../doubles/error-of.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../doubles/temp-dir.js';

let root: AbsPath;
let elsewhere: AbsPath;
beforeEach(() => {
  root = makeTempDir();
  elsewhere = makeTempDir();
  writeFiles(root, { 'a.txt': 'a', 'node_modules/p/index.js': 'p', '.git/HEAD': 'ref: refs/heads/main\n' });
});
afterEach(() => {
  removeTempDir(root);
  removeTempDir(elsewhere);
});

const copy = (target: string, signal = new AbortController().signal, onProgress = () => undefined) =>
  copyWorkspace(root, target, { signal, onProgress });

test('a copy has all files, and links as they are', async () => {
  symlinkSync('a.txt', join(root, 'link'));
  const target = join(elsewhere, 'deep/copy');
  expect(await copy(target)).toEqual([]);
  for (const path of ['a.txt', 'node_modules/p/index.js', '.git/HEAD'])
    expect(readFileSync(join(target, path), 'utf8')).toBe(readFileSync(join(root, path), 'utf8'));
  expect(readlinkSync(join(target, 'link'))).toBe('a.txt');
});

test('a repository elsewhere is not reached from a copy', async () => {
  writeFiles(root, {
    'worktree/.git': `gitdir: ${elsewhere}/.git/worktrees/w\n`,
    'sub/.git': 'gitdir: ../.git/modules/sub\n',
    'odd/.git': 'nothing that git knows\n',
  });
  const target = join(elsewhere, 'copy');
  const omitted = await copy(target);
  expect([...omitted].sort()).toEqual([join(root, 'odd/.git'), join(root, 'worktree/.git')]);
  expect(existsSync(join(target, 'worktree/.git'))).toBe(false);
  expect(existsSync(join(target, 'sub/.git'))).toBe(true);
});

test.each([
  ['the workspace itself', () => root],
  ['a folder in it', () => join(root, 'sub/copy')],
  ['a folder around it', () => join(root, '..')],
  ['a folder that is there', () => elsewhere],
  ['a place below a file', () => join(root, 'a.txt/copy')],
])('%s is refused, and nothing is copied', async (_what, target) => {
  expect(await errorOf(() => copy(target()))).toBeInstanceOf(SettingsError);
  expect(existsSync(join(root, 'sub'))).toBe(false);
});

test('a copy that is cancelled leaves nothing', async () => {
  const cancel = new AbortController();
  const target = join(elsewhere, 'copy');
  const copying = copy(target, cancel.signal, () => {
    cancel.abort();
  });
  expect(await errorOf(() => copying)).toBe(cancel.signal.reason);
  expect(existsSync(target)).toBe(false);
});

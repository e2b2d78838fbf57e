import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { removeTree } from '../../../../src/host/node/file-changes/remove-tree.js';
import { actAsOrdinaryUser } from '../../../doubles/ordinary-user.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../doubles/temp-dir.js';

const TIMES = 20;

let base: AbsPath;
let endOrdinaryUser: () => void;
beforeEach(() => {
  endOrdinaryUser = actAsOrdinaryUser();
  base = makeTempDir();
});
afterEach(() => {
  removeTempDir(base);
  endOrdinaryUser();
});

test('a tree with folders that nobody may write to goes, while a first try still deletes the rest', async () => {
  const tree = join(base, 'tree');
  for (let time = 0; time < TIMES; time += 1) {
    const folders = Array.from({ length: 40 }, (_, at) => `folder-${at}`);
    const inside = (folder: string): string => `tree/${folder}/a/b/file`;
    writeFiles(base, Object.fromEntries(folders.map((folder) => [inside(folder), 'x'])));
    for (const folder of ['folder-0/a/b', 'folder-20/a', 'folder-39']) chmodSync(join(tree, folder), 0o555);
    await removeTree(tree);
    expect(existsSync(tree)).toBe(false);
  }
});

test('the folder around it keeps its mode', async () => {
  writeFiles(base, { 'around/tree/file': 'x' });
  chmodSync(join(base, 'around'), 0o555);
  await removeTree(join(base, 'around/tree'));
  expect(existsSync(join(base, 'around/tree'))).toBe(false);
  expect(statSync(join(base, 'around')).mode & 0o777).toBe(0o555);
});

test('what is not there is no error', async () => {
  mkdirSync(join(base, 'around'));
  chmodSync(join(base, 'around'), 0o555);
  await removeTree(join(base, 'around/tree'));
});

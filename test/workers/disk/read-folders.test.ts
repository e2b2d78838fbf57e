import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FolderPart } from '../../../src/actors/protocol/workspace.js';
import { readFolders } from '../../../src/workers/disk/read-folders.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../doubles/temp-dir.js';

const root = makeTempDir();
const at = (name: string): string => join(root, name);
beforeAll(() => {
  writeFiles(root, { 'a/one.ts': '', 'a/.git/HEAD': '', 'b/two.ts': '', file: '' });
  symlinkSync(at('b'), at('a/link'));
  mkdirSync(at('empty'));
  mkdirSync(at('many'));
  for (let index = 0; index < 2_500; index++) writeFileSync(at(`many/${index}`), '');
});
afterAll(() => {
  removeTempDir(root);
});

async function read(folders: readonly string[]): Promise<(readonly FolderPart[])[]> {
  const batches: (readonly FolderPart[])[] = [];
  for await (const parts of readFolders(folders)) batches.push(parts);
  return batches;
}

test('the entries of folders come in one batch, whatever git says of them, with links among the others', async () => {
  const [parts = [], ...more] = await read([at('a'), at('b')]);
  expect(more).toEqual([]);
  const sorted = parts.map(({ others, ...part }) => ({ ...part, others: [...others].sort() }));
  expect(sorted).toEqual([
    { folder: at('a'), folders: ['.git'], others: ['link', 'one.ts'] },
    { folder: at('b'), folders: [], others: ['two.ts'] },
  ]);
});

test.each(['empty', 'file', 'none'])('%s has no entries, and those after it are read', async (name) => {
  const [parts = []] = await read([at(name), at('b')]);
  expect(parts.map(({ folders, others }) => [...folders, ...others])).toEqual([[], ['two.ts']]);
});

test('a folder of many names comes in batches, which together are all of them', async () => {
  const batches = await read([at('b'), at('many'), at('b')]);
  const sizes = batches.map((parts) => parts.flatMap(({ others }) => others).length);
  expect(sizes).toEqual([1_000, 1_000, 502]);
  const names = batches.flat().flatMap(({ folder, others }) => (folder === at('many') ? others : []));
  expect(new Set(names).size).toBe(2_500);
});

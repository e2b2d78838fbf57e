import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AbsPath, FolderPart } from '../../../../src/actors/protocol/workspace.js';
import { inspectPaths } from '../../../../src/host/node/protected/inspect-paths.js';
import { readFolders } from '../../../../src/workers/disk/read-folders.js';
import { makeTempDir, removeTempDir, writeFiles } from '../../../doubles/temp-dir.js';

let root: AbsPath;
beforeEach(() => {
  root = makeTempDir();
});
afterEach(() => {
  removeTempDir(root);
});

type ReadFolders = Parameters<typeof inspectPaths>[2]['readFolders'];

/** Inspects the deletion of a folder, and keeps which folders were read, relative to it. */
async function inspect(name: string, read: ReadFolders = (folders) => Promise.resolve(readFolders(folders))) {
  const tree = join(root, name);
  const asked: string[][] = [];
  const { contained, unread } = await inspectPaths(
    [{ absolute: tree as AbsPath, shown: name, change: 'delete', isTree: true }],
    [root],
    {
      readFolders: async (folders) => {
        asked.push(folders.map((folder) => folder.slice(tree.length + 1)).sort());
        return read(folders);
      },
    },
  );
  const shorten = (paths: readonly string[]) => paths.map((path) => path.slice(root.length + 1)).sort();
  return { contained: shorten(contained), unread: shorten(unread), asked };
}

test('a folder is read level by level, and neither protected nor generated folders in it are', async () => {
  writeFiles(root, {
    'pack/src/deep/AGENTS.md': '',
    'pack/src/a.ts': '',
    'pack/.vscode/tasks.json': '',
    'pack/node_modules/x/.npmrc': '',
    'pack/store/HEAD': '',
    'pack/store/objects/00/a': '',
  });
  expect(await inspect('pack')).toEqual({
    contained: ['pack/.vscode', 'pack/src/deep/AGENTS.md', 'pack/store/HEAD'],
    unread: [],
    asked: [[''], ['src', 'store'], ['src/deep', 'store/objects'], ['store/objects/00']],
  });
});

test('twenty protected places are enough to ask about', async () => {
  const files = Array.from({ length: 30 }, (_, index) => [`pack/${index}/.envrc`, ''] as const);
  writeFiles(root, Object.fromEntries(files));
  expect((await inspect('pack')).contained).toHaveLength(20);
});

/** Reads folders that hold folders without an end. */
async function* endless(folders: readonly string[]): AsyncGenerator<readonly FolderPart[]> {
  const names = Array.from({ length: 100 }, (_, index) => `f${index}`);
  for (const folder of folders) yield Promise.resolve([{ folder, folders: names, others: ['a.ts'] }]);
}

test.each<[string, ReadFolders]>([
  ['holds more than can be looked at', (folders) => Promise.resolve(endless(folders))],
  ['cannot be read', () => Promise.reject(new Error('The index thread ended.'))],
  [
    'is lost in the middle',
    (folders) =>
      Promise.resolve(
        (async function* () {
          for await (const parts of endless(folders)) {
            yield parts;
            throw new Error('The index thread ended.');
          }
        })(),
      ),
  ],
])('a folder that %s is unread', async (_, read) => {
  const { contained, unread } = await inspect('pack', read);
  expect({ contained, unread }).toEqual({ contained: [], unread: ['pack'] });
});

test('a file and a folder that is gone hold nothing', async () => {
  writeFiles(root, { file: '' });
  for (const name of ['file', 'gone'])
    expect(await inspect(name)).toEqual({ contained: [], unread: [], asked: [['']] });
});

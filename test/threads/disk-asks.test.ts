import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AbsPath, FolderPart } from '../../src/actors/protocol/workspace.js';
import type * as Api from '../../src/host/api.js';
import { makeTempDir, removeTempDir, writeFiles } from '../doubles/temp-dir.js';

const BUILT = pathToFileURL(join(import.meta.dirname, '../../dist/api.js')).href;

let root: AbsPath;
let host: Api.Host;
beforeAll(async () => {
  root = makeTempDir();
  const many = Array.from({ length: 2_200 }, (_, index) => [`many/${index}.txt`, ''] as const);
  writeFiles(root, { ...Object.fromEntries(many), '.gitignore': 'many\n', 'a.ts': '', '.git/HEAD': '' });
  const { createHost } = (await import(BUILT)) as typeof Api;
  host = await createHost({
    roots: [root],
    workspace: { watcher: 'none', cacheDirectory: null, scanThreads: 1 },
    stateDirectory: join(root, '.state'),
  });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  removeTempDir(root);
});

test('the index thread reads folders for the main thread, ignored and hidden ones too', async () => {
  const parts: FolderPart[] = [];
  const folders = [join(root, 'many'), join(root, '.git'), join(root, 'none')];
  for await (const batch of await host.workspace.ref.ask('readFolders', folders)) parts.push(...batch);
  const counts = new Map<string, number>();
  for (const { folder, others } of parts) counts.set(folder, (counts.get(folder) ?? 0) + others.length);
  expect([...counts]).toEqual([
    [folders[0], 2_200],
    [folders[1], 1],
    [folders[2], 0],
  ]);
});

test('the index thread expands globs for the main thread, as many as can be looked at together', async () => {
  const globs = ['*.ts', 'many/21?0.txt', 'many/*', 'none/*'].map((glob) => ({ folder: root, glob }));
  const found = await host.workspace.ref.ask('expandGlobs', globs);
  expect(found.map((paths) => paths?.length ?? null)).toEqual([1, 10, null, null]);
  expect(found[0]).toEqual([`${root}/a.ts`]);
});

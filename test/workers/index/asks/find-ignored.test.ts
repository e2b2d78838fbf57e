import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SearchReply } from '../../../../src/actors/protocol/workspace.js';
import { systemClock } from '../../../../src/actors/runtime/clock.js';
import { searchRoot } from '../../../../src/workers/index/asks/search-root.js';
import { WorkspaceRoot } from '../../../../src/workers/index/root/workspace-root.js';
import { Recency } from '../../../../src/workers/index/search/recency.js';
import { Searcher } from '../../../../src/workers/index/search/search.js';
import type { ScanRequest } from '../../../../src/workers/pool/run-scan.js';
import { statDirectories } from '../../../../src/workers/walk/stat-directories.js';
import { scanAlone } from '../../walk/scanned-tree.js';
import { TempTree } from '../../walk/temp-tree.js';

let tree: TempTree;
let root: WorkspaceRoot;
beforeEach(async () => {
  tree = new TempTree();
  tree.write('.gitignore', 'dist\n*.log\n/build/*\n!/build/keep\n.env\n');
  for (const file of [
    'dist/a/out.js',
    'src/app.ts',
    'debug.log',
    'build/keep',
    'build/b.ts',
    '.env',
    'dist-app.js',
  ])
    tree.write(file);
  symlinkSync(join(tree.root, 'nowhere'), join(tree.root, 'link.log'));
  const pool = {
    scan: async ({ rules, under }: ScanRequest) => scanAlone(tree.root, rules, under),
    statDirectories: async (job: Parameters<typeof statDirectories>[0]) => statDirectories(job),
  };
  const config = { path: tree.root, corePatterns: [], ignorePatterns: ['secret.txt'], useGitignore: true };
  tree.write('secret.txt');
  const listener = { onStatus: () => undefined, onChange: () => undefined, onRules: () => undefined };
  root = new WorkspaceRoot(config, { pool, listener });
  root.open();
  await root.settled;
});
afterEach(async () => {
  await root.close();
  tree.remove();
});

async function search(query: string, mode: 'fuzzy' | 'prefix' = 'fuzzy'): Promise<SearchReply> {
  return searchRoot(
    root,
    { query, base: '', mode, limit: 10 },
    {
      searcher: new Searcher(),
      units: Infinity,
      recency: new Recency(),
      catchUp: () => Promise.resolve(),
      clock: systemClock,
      signal: new AbortController().signal,
    },
  );
}

test.each([
  ['dist/a/out.js', 'dist/a/out.js', false],
  ['./dist/a/out.js', 'dist/a/out.js', false],
  ['src/../dist/a/out.js', 'dist/a/out.js', false],
  ['dist/a/out.js:12:3', 'dist/a/out.js', false],
  ['`dist/a/out.js`', 'dist/a/out.js', false],
  ['dist\\a\\out.js', 'dist/a/out.js', false],
  ['dist', 'dist', true],
  ['dist/', 'dist', true],
  ['dist/a', 'dist/a', true],
  ['debug.log', 'debug.log', false],
  ['build/b.ts', 'build/b.ts', false],
  ['.env', '.env', false],
  ['secret.txt', 'secret.txt', false],
])('%s names %s, which exists and is ignored', async (query, path, isDir) => {
  const { hits, ignored } = await search(query);
  expect(ignored).toEqual({ root: tree.root, path, isDir });
  expect(hits.map((hit) => hit.path as string)).not.toContain(path);
});

test('an absolute path names it as well', async () => {
  expect((await search(join(tree.root, 'dist/a/out.js'))).ignored?.path).toBe('dist/a/out.js');
});

test.each([
  'dist/a/none.js',
  'dist/a/out',
  'out.js',
  'src/app.ts',
  'app',
  'build/keep',
  'debug.log/',
  '../x',
  'src/',
])('%s names nothing that is ignored', async (query) => {
  expect((await search(query)).ignored).toBe(undefined);
});

test('the beginning of a name is no name', async () => {
  expect((await search('dist', 'prefix')).ignored).toBe(undefined);
});

test('what becomes visible is a hit and ignored no more', async () => {
  tree.write('.gitignore', '*.log\n');
  await root.rescan();
  const { hits, ignored } = await search('dist/a/out.js');
  expect([hits[0]?.path, ignored]).toEqual(['dist/a/out.js', undefined]);
});

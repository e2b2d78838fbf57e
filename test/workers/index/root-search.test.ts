import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RelPath, SearchHit } from '../../../src/actors/protocol/workspace.js';
import { systemClock } from '../../../src/actors/runtime/clock.js';
import { Recency } from '../../../src/workers/index/recency.js';
import { searchRoot } from '../../../src/workers/index/root-search.js';
import { Searcher } from '../../../src/workers/index/search.js';
import { WorkspaceRoot } from '../../../src/workers/index/workspace-root.js';
import type { ScanRequest } from '../../../src/workers/scan/run-scan.js';
import { statDirectories } from '../../../src/workers/scan/stat-directories.js';
import { scanAlone } from '../scan/scanned-tree.js';
import { TempTree } from '../scan/temp-tree.js';

vi.mock(import('node:fs'), { spy: true });

let tree: TempTree;
let root: WorkspaceRoot;

beforeEach(async () => {
  tree = new TempTree();
  for (const file of ['lib/one.ts', 'lib/two.ts', 'lib/deep/three.ts']) tree.write(file);
  const pool = {
    scan: async ({ rules, under }: ScanRequest) => scanAlone(tree.root, rules, under),
    statDirectories: async (job: Parameters<typeof statDirectories>[0]) => statDirectories(job),
  };
  const config = { path: tree.root, corePatterns: [], ignorePatterns: [], useGitignore: false };
  const listener = { onStatus: () => undefined, onChange: () => undefined, onRules: () => undefined };
  root = new WorkspaceRoot(config, { pool, listener });
  root.open();
  await root.settled;
});
afterEach(async () => {
  await root.close();
  tree.remove();
});

/** What a listing of `lib` gives, and how often it has looked at a file. */
async function list(withTimes?: boolean): Promise<{ hits: readonly SearchHit[]; looks: number }> {
  vi.mocked(fs.lstatSync).mockClear();
  const { hits } = await searchRoot(
    root,
    { query: 'lib/', base: '', mode: 'prefix', limit: 10, ...(withTimes === undefined ? {} : { withTimes }) },
    {
      searcher: new Searcher(),
      units: Infinity,
      recency: new Recency(),
      clock: systemClock,
      signal: new AbortController().signal,
    },
  );
  return { hits, looks: vi.mocked(fs.lstatSync).mock.calls.length };
}

const timesOf = (hits: readonly SearchHit[]): unknown[] => hits.map(({ path, mtimeMs }) => [path, mtimeMs]);

function onDisk(path: string): number {
  return fs.statSync(join(tree.root, path)).mtimeMs;
}

test('a search of what is known does not look at the disk', async () => {
  const { hits, looks } = await list();
  expect(looks).toBe(0);
  expect(timesOf(hits)).toEqual([
    ['lib/deep', 0],
    ['lib/one.ts', 0],
    ['lib/two.ts', 0],
  ]);
});

test('times that are asked for are read once, and kept true from then on', async () => {
  const { hits, looks } = await list(true);
  expect(looks).toBe(2);
  expect(timesOf(hits)).toEqual([
    ['lib/deep', 0],
    ['lib/one.ts', onDisk('lib/one.ts')],
    ['lib/two.ts', onDisk('lib/two.ts')],
  ]);
  expect((await list(true)).looks).toBe(0);
  fs.utimesSync(join(tree.root, 'lib/two.ts'), 1, 1000);
  const hint = { path: 'lib/two.ts' as RelPath, kind: 'changed' as const };
  await root.takeBatch({ root: tree.root, hints: [hint], rescans: [] });
  const again = await list();
  expect(timesOf(again.hits)).toContainEqual(['lib/two.ts', 1_000_000]);
});

import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RelPath, SearchHit, SearchReply } from '../../../../src/actors/protocol/workspace.js';
import { systemClock } from '../../../../src/actors/runtime/clock.js';
import { deferred } from '../../../../src/actors/runtime/deferred.js';
import { Recency } from '../../../../src/workers/index/search/recency.js';
import { searchRoot } from '../../../../src/workers/index/asks/search-root.js';
import { Searcher } from '../../../../src/workers/index/search/search.js';
import { WorkspaceRoot } from '../../../../src/workers/index/root/workspace-root.js';
import type { ScanRequest } from '../../../../src/workers/pool/run-scan.js';
import { statDirectories } from '../../../../src/workers/walk/stat-directories.js';
import { scanAlone } from '../../walk/scanned-tree.js';
import { TempTree } from '../../walk/temp-tree.js';
import { partsOf, treeOf } from '../tree-parts.js';

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
      catchUp: () => Promise.resolve(),
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

test('a search that begins before the first scan has ended does not take its hits for all', async () => {
  const begun = deferred<void>();
  const ended = deferred<void>();
  const pool = {
    scan: async ({ rules, under, onPart }: ScanRequest) => {
      onPart?.(partsOf(treeOf(['lib/one.ts']))[0]!);
      begun.resolve();
      await ended.promise;
      return scanAlone(tree.root, rules, under);
    },
    statDirectories: async (job: Parameters<typeof statDirectories>[0]) => statDirectories(job),
  };
  const listener = { onStatus: () => undefined, onChange: () => undefined, onRules: () => undefined };
  const opened = new WorkspaceRoot(root.config, { pool, listener });
  class SlowSearcher extends Searcher {
    override *search(...search: Parameters<Searcher['search']>): ReturnType<Searcher['search']> {
      const found = yield* super.search(...search);
      ended.resolve();
      while (!opened.isSettled) yield;
      return found;
    }
  }
  opened.open();
  await begun.promise;
  const { hits, state } = await searchRoot(
    opened,
    { query: 'lib/', base: '', mode: 'prefix', limit: 10 },
    {
      searcher: new SlowSearcher(),
      units: Infinity,
      recency: new Recency(),
      catchUp: () => opened.settled,
      clock: systemClock,
      signal: new AbortController().signal,
    },
  );
  await opened.close();
  expect([hits.map(({ path }) => path), state]).toEqual([['lib/one.ts'], 'partial']);
});

describe('a long search', () => {
  const find = (query: string, signal = new AbortController().signal): Promise<SearchReply> =>
    searchRoot(
      root,
      { query, base: '', mode: 'fuzzy', limit: 20 },
      {
        searcher,
        units: Infinity,
        recency: new Recency(),
        catchUp: () => Promise.resolve(),
        clock: systemClock,
        signal,
      },
    );
  const searcher = new Searcher();

  beforeEach(() => {
    root.data.change((batch) => {
      for (let number = 0; number < 20_000; number++)
        batch.add(`lib/part-${number % 97}/x-${number}-y.ts` as RelPath, 0);
    });
    // A machine so slow that a search has to give way after each of its steps.
    let nowMs = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 1000));
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('is ended by its signal in the middle', async () => {
    const leaving = new AbortController();
    const reason = new Error('a newer key');
    setImmediate(() => {
      leaving.abort(reason);
    });
    await expect(find('partxy', leaving.signal)).rejects.toBe(reason);
  });

  test('lets others through, and finds the same however slow the machine is', async () => {
    const order: string[] = [];
    const long = find('partxy').finally(() => order.push('long'));
    const short = find('one.ts').finally(() => order.push('short'));
    const slow = await Promise.all([long, short]);
    expect(order).toEqual(['short', 'long']);
    vi.restoreAllMocks();
    expect(await Promise.all([find('partxy'), find('one.ts')])).toEqual(slow);
  });
});

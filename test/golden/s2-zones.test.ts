import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { RelPath } from '../../src/actors/protocol/workspace.js';
import type { BuiltEntries } from '../threads/build-entries.js';
import { buildScanEntry, S2Root } from './s2-root.js';

let entries: BuiltEntries;
let open: S2Root;
beforeAll(async () => {
  entries = await buildScanEntry();
});
afterAll(() => {
  entries.remove();
});
afterEach(async () => {
  await open[Symbol.asyncDispose]();
});

const numbered = (count: number): string[] => Array.from({ length: count }, (_, index) => `f${index}`);

describe('S2 5.1, eviction', () => {
  it('evicts 110 % of what is too much, the oldest first (5.1.1)', async () => {
    open = await new S2Root(entries, [], { capacity: 20 }).initialised();
    for (const name of numbered(20)) {
      open.write(name);
      await open.tell(['created', name]);
    }
    expect(open.root.retention.zone?.size).toBe(20);
    open.write('last');
    await open.tell(['created', 'last']);
    expect(open.known).toEqual([...numbered(20).slice(2), 'last'].sort());
  });

  it('evicts from every structure: an evicted entry is not found, until the disk is asked (5.1.1)', async () => {
    open = await new S2Root(entries, ['d/a1', 'd/a2', 'e/b1'], { capacity: 2 }).initialised();
    expect((await open.search('a')).sort()).toEqual(['d/a1', 'd/a2']);
    expect(await open.search('b1')).toEqual(['e/b1']);
    expect(open.known).toEqual(['e/', 'e/b1']);
    expect([open.root.data.fileCount, open.root.data.directoryCount]).toEqual([1, 1]);
    const { scans } = open;
    expect((await open.search('a')).sort()).toEqual(['d/a1', 'd/a2']);
    expect(open.scans).toBe(scans + 1);
  });

  it('never evicts what is core, nor a directory that holds something (5.1.2)', async () => {
    const files = ['src/core/engine.py', ...numbered(9).map((name) => `src/${name}`)];
    open = await new S2Root(entries, files, { corePatterns: ['engine.py'], capacity: 3 }).initialised();
    await open.search('src/f');
    expect(open.known).toEqual(expect.arrayContaining(['src/', 'src/core/', 'src/core/engine.py*']));
    await open.search('nothing-like-this');
    expect(open.known.slice(0, 3)).toEqual(['src/', 'src/core/', 'src/core/engine.py*']);
  });
});

describe('S2 5.2, use', () => {
  it('keeps what a search found last (5.2.1)', async () => {
    open = await new S2Root(entries, [], { capacity: 3 }).initialised();
    for (const name of ['a1', 'b1', 'c1']) {
      open.write(name);
      await open.tell(['created', name]);
    }
    expect(await open.search('a1')).toEqual(['a1']);
    open.write('d1');
    await open.tell(['created', 'd1']);
    expect(open.known).toEqual(['a1', 'd1']);
  });

  it('keeps all that one search found, the last it was looking for at least (5.2.1)', async () => {
    open = await new S2Root(entries, ['d/x1', 'd/x2', ...numbered(9).map((name) => `d/${name}`)], {
      capacity: 4,
    }).initialised();
    expect(await open.search('d/x')).toEqual(['d/x1', 'd/x2']);
    expect(open.known).toEqual(expect.arrayContaining(['d/', 'd/x1', 'd/x2']));
  });

  it('puts what comes in at the end (5.2.2)', async () => {
    open = await new S2Root(entries, ['a1', 'b1', 'c1', 'd1'], { capacity: 3 }).initialised();
    for (const name of ['c1', 'a1', 'd1', 'b1']) await open.search(name);
    expect(open.known).toEqual(['b1', 'd1']);
  });
});

describe('S2 1.3, two zones, beyond S2', () => {
  it('draws a directory that it knows in part from the disk', async () => {
    open = await new S2Root(entries, ['src/core/engine.py', 'src/main.py', 'docs/a.md'], {
      corePatterns: ['engine.py'],
    }).initialised();
    expect(open.tree).toEqual([
      '├── docs/',
      '│   └── a.md',
      '└── src/',
      '    ├── core/',
      '    │   └── engine.py',
      '    └── main.py',
    ]);
  });

  it('reads all files from the disk when all are asked for', async () => {
    open = await new S2Root(entries, ['src/main.py', 'docs/a.md']).initialised();
    const data = await open.root.everythingIn('' as RelPath);
    expect([...data.paths()]).toEqual(['docs/a.md', 'src/main.py']);
    expect(open.known).toEqual([]);
  });

  it('holds everything without a capacity, and says what it may take', async () => {
    const files = ['src/core/engine.py', 'src/main.py'];
    open = await new S2Root(entries, files, { corePatterns: ['engine.py'], capacity: 'none' }).initialised();
    expect(open.known).toEqual(['src/', 'src/core/', 'src/core/engine.py*', 'src/main.py']);
    expect(open.root.status).toMatchObject({ budgetBytes: 2 ** 30, leftOut: 0, warnings: [] });
  });

  it('says what did not fit the memory budget, and finds it on the disk all the same', async () => {
    const files = ['top', 'd/a1', 'd/a2', 'd/e/b1'];
    open = await new S2Root(entries, files, { memoryBudgetBytes: 4 * 64, capacity: 'none' }).initialised();
    expect(open.known).toEqual(['d/', 'top']);
    expect(open.root.status).toMatchObject({ budgetBytes: 256, leftOut: 4 });
    expect(open.root.status.warnings.map(({ message }) => message.split(',')[0])).toEqual([
      '4 entries are not in the index',
    ]);
    expect(await open.search('b1')).toEqual(['d/e/b1']);
    expect(await open.search('d/')).toEqual(['d/e', 'd/a1', 'd/a2']);
  });
});

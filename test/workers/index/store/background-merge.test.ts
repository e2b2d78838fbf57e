import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { BackgroundMerge } from '../../../../src/workers/index/store/background-merge.js';
import { indexOf } from '../tree-arbitraries.js';
import { add, setMtime } from '../edit-index.js';

const manyFiles = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}/${index % 40}/${prefix}${index}.ts`);

describe('BackgroundMerge', () => {
  it('merges what is due, and what is changed meanwhile is not lost', async () => {
    const data = indexOf(manyFiles('old', 4000));
    const merging = new BackgroundMerge(data);
    data.change((batch) => {
      for (const file of manyFiles('new', 3000)) batch.add(file as RelPath, 0);
    });
    expect(data.layers.length).toBe(2);
    merging.trigger();
    data.remove('old/1' as RelPath);
    add(data, 'old/1' as RelPath, 0);
    setMtime(data, 'old/2/old2.ts' as RelPath, 7);
    await merging.idle;
    expect([...data.paths()].length).toBe(4000 - 100 + 3000 + 1);
    expect(data.mtimeOf(data.find('old/2/old2.ts'))).toBe(7);
    expect(data.dueMerge()).toBeUndefined();
  });

  it('stops in the middle when it is closed, and starts no more', async () => {
    const data = indexOf(manyFiles('old', 30_000));
    const merging = new BackgroundMerge(data);
    data.change((batch) => {
      for (const file of manyFiles('new', 5000)) batch.add(file as RelPath, 0);
    });
    merging.trigger();
    await merging.close();
    merging.trigger();
    await merging.idle;
    expect([data.layers.length, data.fileCount]).toEqual([2, 35_000]);
  });
});

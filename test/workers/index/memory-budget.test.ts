import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitBudget } from '../../../src/workers/index/memory-budget.js';
import { readParts } from '../scan/scanned-tree.js';
import { anyFiles } from './tree-arbitraries.js';
import { partsOf, treeOf } from './tree-parts.js';

const ENTRY_BYTES = 64;
const noFindings = { ruleDirectories: [], repositories: [], ignoredDirectories: '', warnings: [] };

async function entriesWithin(
  files: readonly string[],
  entries: number,
): Promise<{ entries: readonly string[]; leftOut: number }> {
  const { parts, leftOut } = await fitBudget(partsOf(treeOf(files), 2), entries * ENTRY_BYTES);
  return { entries: readParts(parts.map((part) => ({ ...part, ...noFindings }))).entries, leftOut };
}

describe('fitBudget', () => {
  it('takes a scan that fits as it is', async () => {
    const parts = partsOf(treeOf(['a/b', 'c']));
    expect(await fitBudget(parts, 3 * ENTRY_BYTES)).toEqual({ parts, leftOut: 0 });
  });

  it('leaves the deepest directories out, whole, and counts what was in them', async () => {
    const files = ['a/x', 'a/y', 'b/deep/1', 'b/deep/2', 'top'];
    expect(await entriesWithin(files, 6)).toEqual({
      entries: ['a/', 'a/x', 'a/y', 'b/', 'b/deep/', 'top'],
      leftOut: 2,
    });
  });

  it('goes on with smaller directories behind a large one, but not below it', async () => {
    const files = ['a/1', 'a/2', 'a/3', 'a/4/x', 'b/y'];
    expect(await entriesWithin(files, 5)).toEqual({ entries: ['a/', 'b/', 'b/y'], leftOut: 5 });
  });

  it('never takes more than there is room for, and loses count of nothing', async () => {
    await fc.assert(
      fc.asyncProperty(anyFiles, fc.nat({ max: 40 }), async (files, room) => {
        const all = treeOf(files).size;
        const { entries, leftOut } = await entriesWithin(files, room);
        expect(entries.length).toBeLessThanOrEqual(room);
        expect(entries.length + leftOut).toBe(all);
      }),
      { numRuns: 200 },
    );
  });
});

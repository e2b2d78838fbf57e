import { beforeEach, describe, expect, it } from 'vitest';
import type { AbsPath, RelPath } from '../../../../src/actors/protocol/workspace.js';
import { runToEnd } from '../../../../src/actors/runtime/slices.js';
import { RetentionPolicy } from '../../../../src/workers/index/retention/retention-policy.js';
import { IndexData } from '../../../../src/workers/index/store/index-data.js';
import { partsOf, treeOf } from '../tree-parts.js';

const EVERYTHING = '' as RelPath;
const BUDGET = { memoryBudgetBytes: 4 * 64 };
const LITTLE = ['top', 'd/a'];
// So many directories that their selection takes several steps.
const MUCH = Array.from({ length: 2000 }, (_, number) => `d/e${number}/f`);

let data: IndexData;
let retention: RetentionPolicy;
beforeEach(() => {
  data = new IndexData();
  const config = { path: '/root' as AbsPath, corePatterns: [], ignorePatterns: [], useGitignore: false };
  retention = new RetentionPolicy({ ...config, ...BUDGET }, data);
});

/** Takes a scan over, and returns whether the index was said to hold everything, step by step. */
async function scan(files: readonly string[]): Promise<boolean[]> {
  const selecting = retention.select(partsOf(treeOf(files)), EVERYTHING);
  const during = retention.holdsEverything;
  const selection = await selecting;
  const before = retention.holdsEverything;
  runToEnd(data.mergeScan(selection.parts, EVERYTHING));
  const merged = retention.holdsEverything;
  retention.noteLoaded(selection);
  return [during, before, merged, retention.holdsEverything];
}

describe('RetentionPolicy with a memory budget', () => {
  it('says that the index holds everything unless a scan did not fit', async () => {
    expect(await scan(LITTLE)).toEqual([true, true, true, true]);
    expect([...data.paths()]).toEqual(['d/a', 'top']);
  });

  it('says that the index lacks something from before such a scan is merged', async () => {
    await scan(LITTLE);
    expect(await scan(MUCH)).toEqual([true, false, false, false]);
    expect([retention.leftOut, [...data.paths()]]).toEqual([4000, []]);
  });

  it('goes on saying so while another such scan is selected', async () => {
    await scan(MUCH);
    expect(await scan(MUCH)).toEqual([false, false, false, false]);
    expect(retention.leftOut).toBe(4000);
  });

  it('goes on saying so until a scan that fits has been merged', async () => {
    await scan(MUCH);
    expect(await scan(LITTLE)).toEqual([false, false, false, true]);
    expect(retention.leftOut).toBe(0);
  });
});

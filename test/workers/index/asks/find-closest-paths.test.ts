import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { findClosestPaths } from '../../../../src/workers/index/asks/find-closest-paths.js';
import { listOnDisk } from '../../../../src/workers/index/asks/list-on-disk.js';
import { WorkspaceRoot } from '../../../../src/workers/index/root/workspace-root.js';
import { errorOf } from '../../../doubles/error-of.js';
import { settle } from '../../../doubles/settle.js';
import { TempTree } from '../../walk/temp-tree.js';
import { HeldPool } from '../held-pool.js';

let tree: TempTree;
let pool: HeldPool;
let root: WorkspaceRoot;
beforeEach(() => {
  tree = new TempTree();
  tree.write('src/needle.ts');
  pool = new HeldPool();
  const config = { path: tree.root, corePatterns: [], ignorePatterns: [], useGitignore: false };
  const listener = { onStatus: () => undefined, onChange: () => undefined, onRules: () => undefined };
  root = new WorkspaceRoot(config, { pool, listener });
});
afterEach(async () => {
  pool.release();
  await root.close();
  tree.remove();
});

const catchUp = (): Promise<void> => root.settled;

it.each([
  [
    'a missing file',
    () => findClosestPaths(root.data, 'src/needel.ts', { limit: 5, catchUp }),
    ['src/needle.ts'],
  ],
  [
    'a missing folder',
    async () => {
      const error = await errorOf(() => listOnDisk(root, 'scr' as RelPath, 1, catchUp));
      return (error as { readonly details?: { readonly suggestions?: unknown } }).details?.suggestions;
    },
    ['src'],
  ],
])('%s gets the names that the first scan finds last as well', async (_what, find, names) => {
  const asked = pool.hold();
  root.open();
  await asked;
  let isAnswered = false;
  const finding = find().finally(() => {
    isAnswered = true;
  });
  await settle();
  expect(isAnswered).toBe(false);
  pool.release();
  expect(await finding).toEqual(names);
});

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { updateFromDisk } from '../../../../src/workers/index/asks/disk-fallback.js';
import { listOnDisk } from '../../../../src/workers/index/asks/list-on-disk.js';
import { WorkspaceRoot } from '../../../../src/workers/index/root/workspace-root.js';
import { errorOf } from '../../../doubles/error-of.js';
import { TempTree } from '../../walk/temp-tree.js';
import { HeldPool } from '../held-pool.js';

let tree: TempTree;
let pool: HeldPool;
let root: WorkspaceRoot;
beforeEach(async () => {
  tree = new TempTree();
  for (const file of ['a/x', 'a/y', 'b/z']) tree.write(file);
  pool = new HeldPool();
  const config = { path: tree.root, corePatterns: [], ignorePatterns: [], useGitignore: false };
  const listener = { onStatus: () => undefined, onChange: () => undefined, onRules: () => undefined };
  root = new WorkspaceRoot(config, { pool, listener });
  root.open();
  // Twice, so that the stamps of the first scan have been read.
  for (let round = 0; round < 2; round++) await root.scan('no/such/place' as RelPath);
});
afterEach(async () => {
  pool.release();
  await root.close();
  tree.remove();
});

const files = (): string[] => [...root.data.paths()];

function find(path: string): Promise<void> {
  const pattern = path as RelPath;
  return updateFromDisk(root, { kind: 'path', base: '' as RelPath, target: pattern, pattern });
}

describe('a root without a watcher', () => {
  it('keeps what a search finds on the disk while a scan is running that has read it before', async () => {
    const asked = pool.hold();
    const scanned = root.rescan();
    await asked;
    tree.write('a/new');
    rmSync(join(tree.root, 'a/y'));
    await find('a/new');
    expect(files()).toEqual(['a/new', 'a/x', 'b/z']);
    pool.release();
    await scanned;
    expect(files()).toEqual(['a/new', 'a/x', 'b/z']);
  });

  it('believes the disk when that has changed again', async () => {
    const asked = pool.hold();
    const scanned = root.rescan();
    await asked;
    tree.write('a/new');
    await find('a/new');
    rmSync(join(tree.root, 'a/new'));
    pool.release();
    await scanned;
    expect(files()).toEqual(['a/x', 'a/y', 'b/z']);
  });

  it('forgets what a listing misses while a scan is running that has read it before', async () => {
    const asked = pool.hold();
    const scanned = root.rescan();
    await asked;
    rmSync(join(tree.root, 'b'), { recursive: true });
    await errorOf(() => listOnDisk(root, 'b' as RelPath, 1, () => Promise.resolve()));
    expect(files()).toEqual(['a/x', 'a/y']);
    pool.release();
    await scanned;
    expect(files()).toEqual(['a/x', 'a/y']);
  });
});

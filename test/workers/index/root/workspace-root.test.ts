import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { deferred } from '../../../../src/actors/runtime/deferred.js';
import type { RootListener } from '../../../../src/workers/index/sync/root-options.js';
import { WorkspaceRoot } from '../../../../src/workers/index/root/workspace-root.js';
import type { ScanRequest } from '../../../../src/workers/pool/run-scan.js';
import type { StatRequest } from '../../../../src/workers/pool/run-stat.js';
import { EntryKindBit, type ScanPart } from '../../../../src/workers/parts/scan-part.js';
import { makeTempDir, removeTempDir } from '../../../doubles/temp-dir.js';
import { partsOf, treeOf } from '../tree-parts.js';

/** A scan that goes as a test says. */
class PlayedScan {
  begun = deferred<ScanRequest>();
  #end: (parts: ScanPart[]) => void = () => undefined;

  scan(request: ScanRequest): Promise<ScanPart[]> {
    this.begun.resolve(request);
    return new Promise((resolve) => {
      this.#end = resolve;
    });
  }

  /** Nothing can be looked at, so that every directory is read again. */
  statDirectories({ directories }: StatRequest): Promise<Float64Array<ArrayBuffer>> {
    return Promise.resolve(new Float64Array(directories.split('\0').length * 2).fill(Number.NaN));
  }

  end(parts: ScanPart[]): void {
    this.begun = deferred();
    this.#end(parts);
  }
}

const nobody: RootListener = {
  onStatus: () => undefined,
  onChange: () => undefined,
  onRules: () => undefined,
};

let directory: ReturnType<typeof makeTempDir>;
let pool: PlayedScan;
let root: WorkspaceRoot;
beforeEach(() => {
  directory = makeTempDir();
  pool = new PlayedScan();
  root = new WorkspaceRoot(
    { path: directory, corePatterns: [], ignorePatterns: [], useGitignore: false },
    { pool, listener: nobody },
  );
});
afterEach(async () => {
  await root.close();
  removeTempDir(directory);
});

describe('WorkspaceRoot', () => {
  it('has what the first scan has read so far when a search asks for it, and all of it in the end', async () => {
    const parts = partsOf(treeOf(['a/b/c', 'a/d', 'x']), 3);
    root.open();
    const { onPart } = await pool.begun.promise;
    onPart?.(parts[0]!);
    expect(root.data.fileCount).toBe(0);
    await root.publishPartial();
    expect([root.isSettled, root.data.fileCount, root.data.directoryCount]).toEqual([false, 1, 1]);
    onPart?.(parts[1]!);
    onPart?.(parts[2]!);
    pool.end(parts);
    await root.settled;
    await root.publishPartial();
    expect([...root.data.paths()]).toEqual(['a/b/c', 'a/d', 'x']);
    expect([root.data.layers.length, root.status.phase]).toEqual([1, 'ready']);
  });

  it('takes parts in as they come, and has the same in the end whichever came early', async () => {
    const tree = treeOf(['a/b/c', 'a/d', 'e/f', 'x']);
    for (const early of [[], [2, 0], [0, 1, 2]]) {
      const opened = new WorkspaceRoot(root.config, { pool, listener: nobody });
      const parts = partsOf(tree, 3);
      opened.open();
      const { onPart } = await pool.begun.promise;
      for (const part of early) onPart?.(parts[part]!);
      pool.end(parts);
      await opened.settled;
      expect([...opened.data.paths()]).toEqual(['a/b/c', 'a/d', 'e/f', 'x']);
      await opened.close();
    }
  });

  it('has only what is core of that when entries are counted', async () => {
    const counted = new WorkspaceRoot({ ...root.config, dynamicCapacity: 10 }, { pool, listener: nobody });
    const tree = treeOf(['a/x', 'y']);
    tree.set('a/core', EntryKindBit.core);
    const parts = partsOf(tree);
    counted.open();
    const { onPart } = await pool.begun.promise;
    onPart?.(parts[0]!);
    await counted.publishPartial();
    expect([counted.isSettled, counted.data.fileCount]).toEqual([false, 1]);
    expect(counted.data.find('a/core')).not.toBe(-1);
    pool.end(parts);
    await counted.settled;
    expect([...counted.data.paths()]).toEqual(['a/core']);
    await counted.close();
  });

  it('shows nothing of a later scan before it has ended', async () => {
    root.open();
    await pool.begun.promise;
    pool.end(partsOf(treeOf(['old'])));
    await root.settled;
    const [part] = partsOf(treeOf(['new']));
    const rescanned = root.scan('' as RelPath);
    const { onPart } = await pool.begun.promise;
    onPart?.(part!);
    await root.publishPartial();
    expect([...root.data.paths()]).toEqual(['old']);
    pool.end([part!]);
    expect(await rescanned).toEqual({ root: directory, added: 1, removed: 1, rulesChanged: false });
    expect([...root.data.paths()]).toEqual(['new']);
  });

  it('stops in the middle of taking over a scan when it is closed', async () => {
    root.open();
    await pool.begun.promise;
    pool.end(partsOf(treeOf(Array.from({ length: 30_000 }, (_, index) => `d${index % 300}/f${index}`))));
    await root.close();
    expect(root.data.find('d1')).toBe(-1);
  });
});

import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AbsPath, RootConfig } from '../../../../src/actors/protocol/workspace.js';
import type { SavedRules } from '../../../../src/workers/index/rules/saved-rules.js';
import { runToEnd } from '../../../../src/actors/runtime/slices.js';
import type { Snapshot } from '../../../../src/workers/index/snapshot/snapshot-format.js';
import { SnapshotStore } from '../../../../src/workers/index/snapshot/snapshot-store.js';
import { makeTempDir, removeTempDir } from '../../../doubles/temp-dir.js';
import { indexOf } from '../tree-arbitraries.js';

const NO_RULES: SavedRules = {
  fingerprint: '',
  ruleDirectories: [],
  repositories: [],
  ignoredDirectories: [],
  answers: [],
};

let top: AbsPath;
let folder: string;
let config: RootConfig;
beforeEach(() => {
  top = makeTempDir();
  folder = join(top, 'cache/index');
  mkdirSync(join(top, 'root'));
  config = {
    path: join(top, 'root') as AbsPath,
    corePatterns: [],
    ignorePatterns: [],
    useGitignore: true,
  };
});
afterEach(() => {
  removeTempDir(top);
});

function snapshotOf(...files: string[]): Snapshot {
  return { ...runToEnd(indexOf(files).capture())!, rules: NO_RULES };
}

describe('SnapshotStore', () => {
  it('gives back what was written last, to nobody but the owner', async () => {
    const store = new SnapshotStore(folder, config);
    expect(store.read()).toBeUndefined();
    await store.write(snapshotOf('old'));
    await store.write(snapshotOf('a/new'));
    expect(store.read()).toEqual(snapshotOf('a/new'));
    const [name, ...others] = readdirSync(folder);
    expect(others).toEqual([]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, name!)).mode & 0o777).toBe(0o600);
  });

  it('keeps one for each root and for all that decides what is in its index', async () => {
    const others: RootConfig[] = [
      { ...config, path: top },
      { ...config, ignorePatterns: ['x'] },
      { ...config, corePatterns: ['x'] },
      { ...config, useGitignore: false },
      { ...config, memoryBudgetBytes: 1 },
    ];
    await new SnapshotStore(folder, config).write(snapshotOf('a'));
    for (const other of others) expect(new SnapshotStore(folder, other).read()).toBeUndefined();
    expect(new SnapshotStore(folder, { ...config }).read()).toBeDefined();
  });

  it('keeps the 20 that were used last, and removes what was never finished', async () => {
    const stores = Array.from(
      { length: 22 },
      (_, index) => new SnapshotStore(folder, { ...config, ignorePatterns: [String(index)] }),
    );
    const first = stores[0]!;
    await first.write(snapshotOf('a'));
    for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1, 1);
    for (const store of stores.slice(1, 20)) await store.write(snapshotOf('a'));
    for (const name of readdirSync(folder).slice(1)) utimesSync(join(folder, name), 2, 2);
    expect(first.read()).toBeDefined();
    writeFileSync(join(folder, 'x.part'), '');
    utimesSync(join(folder, 'x.part'), 1, 1);
    writeFileSync(join(folder, 'y.part'), '');
    writeFileSync(join(folder, 'of somebody else'), '');
    for (const store of stores.slice(20)) await store.write(snapshotOf('a'));
    const names = readdirSync(folder);
    expect(names.filter((name) => name.endsWith('.index'))).toHaveLength(20);
    expect(names.filter((name) => !name.endsWith('.index')).sort()).toEqual(['of somebody else', 'y.part']);
    expect(first.read()).toBeDefined();
    expect(stores[21]!.read()).toBeDefined();
  });

  it('says why nothing can be written, and leaves nothing behind', async () => {
    writeFileSync(join(top, 'cache'), 'a file');
    await expect(new SnapshotStore(folder, config).write(snapshotOf('a'))).rejects.toMatchObject({
      code: 'ENOTDIR',
    });
    const taken = new SnapshotStore(join(top, 'other'), config);
    await taken.write(snapshotOf('a'));
    const [name] = readdirSync(join(top, 'other'));
    // What cannot be replaced by a file.
    const blocked = join(top, 'blocked');
    mkdirSync(join(blocked, name!, 'x'), { recursive: true });
    chmodSync(blocked, 0o700);
    await expect(new SnapshotStore(blocked, config).write(snapshotOf('a'))).rejects.toThrow();
    expect(readdirSync(blocked)).toEqual([name]);
    expect(new SnapshotStore(blocked, config).read()).toBeUndefined();
  });

  it('never writes into the folder whose index it keeps', async () => {
    const store = new SnapshotStore(join(config.path, 'cache'), config);
    await expect(store.write(snapshotOf('a'))).rejects.toThrow('is in the folder whose index it is to keep');
  });
});

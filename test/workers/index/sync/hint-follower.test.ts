import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IndexChange, RelPath } from '../../../../src/actors/protocol/workspace.js';
import { WorkspaceRoot } from '../../../../src/workers/index/root/workspace-root.js';
import type { HintKind } from '../../../../src/workers/watch/back-end/watcher.js';
import { FakeClock } from '../../../doubles/fake-clock.js';
import { TempTree } from '../../walk/temp-tree.js';
import { HeldPool } from '../held-pool.js';

const EVERYTHING = '' as RelPath;

let tree: TempTree;
let pool: HeldPool;
let root: WorkspaceRoot;
let changes: Pick<IndexChange, 'added' | 'removed'>[];
beforeEach(async () => {
  tree = new TempTree();
  for (const file of ['a/x', 'b/deep/y', 'b/z']) tree.write(file);
  pool = new HeldPool();
  changes = [];
  root = new WorkspaceRoot(
    { path: tree.root, corePatterns: [], ignorePatterns: [], useGitignore: true },
    {
      pool,
      clock: new FakeClock(),
      listener: {
        onStatus: () => undefined,
        onChange: ({ added, removed }) => changes.push({ added, removed }),
        onRules: () => undefined,
      },
    },
  );
  root.open();
  await calm();
  changes.length = 0;
  pool.scanned.length = 0;
});
afterEach(async () => {
  pool.release();
  await root.close();
  tree.remove();
});

/** Resolves when all is done that takes its time. */
async function calm(): Promise<void> {
  for (let round = 0; round < 2; round++) await root.scan('no/such/place' as RelPath);
  pool.scanned.splice(-2);
}

function tell(...hints: readonly (readonly [kind: HintKind, path: string])[]): Promise<void> {
  return root.takeBatch({
    root: tree.root,
    hints: hints.map(([kind, path]) => ({ kind, path: path as RelPath })),
    rescans: [],
  });
}

function doubt(...directories: readonly string[]): Promise<void> {
  return root.takeBatch({ root: tree.root, hints: [], rescans: directories as RelPath[] });
}

const files = (): string[] => [...root.data.paths()];

describe('a root that is told of changes', () => {
  it('follows them while everything is compared with the disk, and counts them once', async () => {
    tree.write('a/untold');
    const asked = pool.hold();
    await doubt('');
    await asked;
    tree.write('b/told');
    rmSync(join(tree.root, 'a/x'));
    await tell(['created', 'b/told'], ['deleted', 'a/x']);
    expect(files()).toEqual(['b/deep/y', 'b/told', 'b/z']);
    expect(changes).toEqual([{ added: 1, removed: 1 }]);
    pool.release();
    await calm();
    expect(files()).toEqual(['a/untold', 'b/deep/y', 'b/told', 'b/z']);
    expect(changes.slice(1)).toEqual([{ added: 1, removed: 0 }]);
    expect(root.status.repaired).toBe(1);
  });

  it('follows them while scan threads read everything, and keeps them when that is taken over', async () => {
    const asked = pool.hold();
    const scanned = root.rescan();
    await asked;
    for (const file of ['a/new', 'c/deep/new']) tree.write(file);
    rmSync(join(tree.root, 'b/z'));
    await tell(['created', 'a/new'], ['created', 'c'], ['deleted', 'b/z']);
    const now = ['a/new', 'a/x', 'b/deep/y', 'c/deep/new'];
    expect(files()).toEqual(now);
    pool.release();
    await scanned;
    expect(files()).toEqual(now);
  });

  it('has what was told during a scan judged by the rules that the scan brings', async () => {
    tree.write('.gitignore', '*.out\n');
    const asked = pool.hold();
    const scanned = root.rescan();
    await asked;
    tree.write('a/new.out');
    tree.write('a/new');
    await tell(['created', 'a/new.out'], ['created', 'a/new']);
    expect(files()).toContain('a/new.out');
    pool.release();
    await scanned;
    expect(files()).toEqual(['.gitignore', 'a/new', 'a/x', 'b/deep/y', 'b/z']);
  });

  it('keeps the warnings about what was told during a scan', async () => {
    const asked = pool.hold();
    const scanned = root.rescan();
    await asked;
    tree.write('c/x');
    writeFileSync(Buffer.concat([Buffer.from(`${tree.root}/c/bad`), Buffer.of(0xff)]), '');
    await tell(['created', 'c']);
    const warned = (): string[] => root.status.warnings.map(({ path }) => path);
    expect(warned()).toEqual(['c']);
    pool.release();
    await scanned;
    expect(warned()).toEqual(['c']);
  });

  it('asks git anew when a repository comes to be', async () => {
    execFileSync('git', ['init', '--quiet'], { cwd: tree.root });
    tree.write('.git/info/exclude', 'z\n');
    await tell(['created', '.git']);
    await calm();
    expect(files()).toEqual(['a/x', 'b/deep/y']);
  });

  it('reads what is new by itself, but leaves rules to the scan threads', async () => {
    for (const file of ['new/one/two/file', 'new/ruled/.gitignore', 'new/ruled/file']) tree.write(file);
    mkdirSync(join(tree.root, 'new/repository/.git'), { recursive: true });
    await tell(['created', 'new/one/two/file']);
    expect(files()).toEqual(['a/x', 'b/deep/y', 'b/z', 'new/one/two/file']);
    await calm();
    expect(pool.scanned.toSorted()).toEqual(['new/repository', 'new/ruled']);
    const found = ['new/one/two/file', 'new/ruled/.gitignore', 'new/ruled/file'];
    expect(files()).toEqual(['a/x', 'b/deep/y', 'b/z', ...found]);
  });

  it('reads all below a directory that is another one now', async () => {
    tree.write('other/deep/y2');
    rmSync(join(tree.root, 'b'), { recursive: true });
    renameSync(join(tree.root, 'other'), join(tree.root, 'b'));
    await tell(['created', 'b']);
    expect(files()).toEqual(['a/x', 'b/deep/y2']);
  });

  it('reads at once a small directory that is to be compared, and one that nobody has told of', async () => {
    const asked = pool.hold();
    await doubt('');
    await asked;
    for (const file of ['b/deep/new', 'c/d/new']) tree.write(file);
    await doubt('b', 'c', 'gone');
    expect(files()).toEqual(['a/x', 'b/deep/new', 'b/deep/y', 'b/z', 'c/d/new']);
    pool.release();
    await calm();
    expect(pool.scanned).toEqual([]);
  });

  it('leaves a large directory to those who take their time', async () => {
    for (let index = 0; index < 100; index++) tree.write(`large/d${index}/file`);
    await tell(['created', 'large']);
    expect(root.data.fileCount).toBe(103);
    tree.write('large/d7/new');
    const asked = pool.hold();
    await doubt('large');
    await asked;
    expect(root.data.find('large/d7/new')).toBe(-1);
    pool.release();
    await calm();
    expect(root.data.find('large/d7/new')).not.toBe(-1);
  });

  it('is empty and says so when its folder is gone, and reads all of it when that is back', async () => {
    renameSync(tree.root, `${tree.root}-away`);
    await tell(['deleted', 'a/x']);
    expect([root.data.fileCount, root.status.phase]).toEqual([0, 'degraded']);
    renameSync(`${tree.root}-away`, tree.root);
    await tell(['created', 'a/x']);
    await doubt('');
    await calm();
    expect([files(), root.status.phase]).toEqual([['a/x', 'b/deep/y', 'b/z'], 'ready']);
  });

  it('takes a poll for done only when it is', async () => {
    tree.write('a/untold');
    await root.takeBatch({ root: tree.root, hints: [], rescans: [EVERYTHING], isPolled: true });
    expect(files()).toContain('a/untold');
  });
});

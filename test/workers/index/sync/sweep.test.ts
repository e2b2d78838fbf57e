import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { IndexData } from '../../../../src/workers/index/store/index-data.js';
import { RootRules } from '../../../../src/workers/index/rules/root-rules.js';
import { runToEnd } from '../../../../src/actors/runtime/slices.js';
import { type ListedRoot } from '../../../../src/workers/index/sync/directory-comparison.js';
import { stampDirectories, sweep } from '../../../../src/workers/index/sync/sweep.js';
import { statDirectories } from '../../../../src/workers/walk/stat-directories.js';
import { scanAlone } from '../../walk/scanned-tree.js';
import { TempTree } from '../../walk/temp-tree.js';

const NEVER = new AbortController().signal;
const pool = { statDirectories: async (job: Parameters<typeof statDirectories>[0]) => statDirectories(job) };
const EVERYTHING = '' as RelPath;

let tree: TempTree;
let root: ListedRoot;
beforeEach(() => {
  tree = new TempTree();
  for (const file of ['a/x', 'a/b/y', 'c/z', 'c/d/w', 'still/s']) tree.write(file);
});
afterEach(() => {
  tree.remove();
});

/** An index of all there is, whose directories were listed so much later than they were changed. */
async function open(afterMs = 60_000): Promise<void> {
  const config = { path: tree.root, corePatterns: [], ignorePatterns: ['*.out'], useGitignore: true };
  root = { config, data: new IndexData(), rules: new RootRules(config) };
  scan(EVERYTHING);
  await stampDirectories(
    root,
    { under: EVERYTHING, listedAtMs: Date.now() + afterMs },
    { pool, signal: NEVER },
  );
}

function scan(under: RelPath): void {
  const parts = scanAlone(tree.root, { patterns: root.config, git: root.rules.git }, under);
  root.rules.mergeScan(parts, under);
  runToEnd(root.data.mergeScan(parts, under));
}

/** What a sweep lists and leaves to scan. */
async function swept(...under: readonly string[]): Promise<{ listed: string[]; toScan: string[] }> {
  const directories = under.length === 0 ? [EVERYTHING] : (under as RelPath[]);
  const listed: RelPath[] = [];
  const report = { warnIn: (paths: ReadonlySet<RelPath>) => listed.push(...paths) };
  const { toScan } = await sweep(root, directories, { pool, report, signal: NEVER });
  return { listed: [...listed].sort(), toScan: [...toScan].sort() };
}

describe('sweep', () => {
  it('lists nothing where nothing has changed', async () => {
    await open();
    expect(await swept()).toEqual({ listed: [], toScan: [] });
  });

  it('lists what has changed, and nothing else, and reads new directories with all below them', async () => {
    await open();
    tree.write('a/b/new');
    tree.write('a/b/left.out');
    tree.write('c/new/deep/file');
    rmSync(join(tree.root, 'c/d'), { recursive: true });
    const listed = ['a/b', 'c', 'c/new', 'c/new/deep'];
    expect(await swept()).toEqual({ listed, toScan: [] });
    expect([...root.data.paths()]).toEqual(['a/b/new', 'a/b/y', 'a/x', 'c/new/deep/file', 'c/z', 'still/s']);
  });

  it('sees that a directory is another one, a file or a link now', async () => {
    tree.write('one/inner/old');
    tree.write('other/inner/new');
    await open();
    renameSync(join(tree.root, 'one/inner'), join(tree.root, 'gone'));
    renameSync(join(tree.root, 'other/inner'), join(tree.root, 'one/inner'));
    rmSync(join(tree.root, 'still'), { recursive: true });
    tree.write('still');
    rmSync(join(tree.root, 'a/b'), { recursive: true });
    symlinkSync('../c', join(tree.root, 'a/b'));
    const listed = ['', 'a', 'gone', 'one', 'one/inner', 'other'];
    expect(await swept()).toEqual({ listed, toScan: [] });
    const paths = ['a/b', 'a/x', 'c/d/w', 'c/z', 'gone/old', 'one/inner/new', 'still'];
    expect([...root.data.paths()]).toEqual(paths);
  });

  it('keeps to what is below some directories', async () => {
    await open();
    tree.write('a/b/new');
    tree.write('c/new');
    expect(await swept('c')).toEqual({ listed: ['c'], toScan: [] });
    expect(await swept('a')).toEqual({ listed: ['a/b'], toScan: [] });
    for (const file of ['a/b/newer', 'c/newer', 'still/newer']) tree.write(file);
    expect(await swept('c', 'a')).toEqual({ listed: ['a/b', 'c'], toScan: [] });
  });

  it('lists once more what had just been changed when it was listed', async () => {
    await open(-60_000);
    const all = ['', 'a', 'a/b', 'c', 'c/d', 'still'];
    expect(await swept()).toEqual({ listed: all, toScan: [] });
  });

  it('lists once more where something was taken out, for it may have been looked for in vain', async () => {
    await open();
    root.data.remove('a/b' as RelPath);
    root.data.remove('c/z' as RelPath);
    expect(await swept()).toEqual({ listed: ['a', 'a/b', 'c'], toScan: [] });
    expect([...root.data.paths()]).toEqual(['a/b/y', 'a/x', 'c/d/w', 'c/z', 'still/s']);
    root.data.remove(EVERYTHING);
    expect(await swept()).toEqual({ listed: ['', 'a', 'a/b', 'c', 'c/d', 'still'], toScan: [] });
  });

  it('lists once more where something was taken out while it was given a stamp', async () => {
    await open();
    scan(EVERYTHING);
    const taking = {
      async statDirectories(job: Parameters<typeof statDirectories>[0]) {
        root.data.remove('c/z' as RelPath);
        return statDirectories(job);
      },
    };
    const listedAtMs = Date.now() + 60_000;
    await stampDirectories(root, { under: EVERYTHING, listedAtMs }, { pool: taking, signal: NEVER });
    expect(await swept()).toEqual({ listed: ['c'], toScan: [] });
  });

  it('leaves to scan a directory in which a rule file or a repository came or went', async () => {
    tree.write('a/.gitignore', '*.tmp\n');
    await open();
    rmSync(join(tree.root, 'a/.gitignore'));
    tree.write('c/.gitignore', 'w\n');
    mkdirSync(join(tree.root, 'still/.git'));
    expect(await swept()).toEqual({ listed: ['a', 'c', 'still'], toScan: ['a', 'c', 'still'] });
  });

  it('notes which directories rules leave out of those it lists', async () => {
    tree.write('.gitignore', 'build/\n');
    tree.write('c/build/x');
    tree.write('c/d/build/x');
    await open();
    expect([...root.rules.ignored].sort()).toEqual(['c/build', 'c/d/build']);
    tree.write('a/build/x');
    rmSync(join(tree.root, 'c/d'), { recursive: true });
    await swept();
    runToEnd(root.rules.dropIgnored((directory) => root.data.find(directory) !== -1));
    expect([...root.rules.ignored].sort()).toEqual(['a/build', 'c/build']);
  });

  it('leaves new directories to the scan threads when they are very many', async () => {
    await open();
    for (let index = 0; index < 2100; index++) tree.write(`new/d${index}/file`);
    const { listed, toScan } = await swept();
    expect([listed.length, toScan.length]).toEqual([2049, 53]);
    expect(new Set([...listed, ...toScan]).size).toBe(2102);
  });

  it('leaves everything to the scan threads when much has changed', async () => {
    for (let index = 0; index < 2100; index++)
      mkdirSync(join(tree.root, `many/d${index}`), { recursive: true });
    await open(-60_000);
    expect(await swept()).toEqual({ listed: [], toScan: [''] });
  });
});

import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RelPath, RootConfig } from '../../../../src/actors/protocol/workspace.js';
import {
  applyHints,
  type HintedRoot,
  type FollowUpWork,
} from '../../../../src/workers/index/sync/apply-hints.js';
import { CoreIdentities } from '../../../../src/workers/index/sync/core-identities.js';
import { IndexData } from '../../../../src/workers/index/store/index-data.js';
import { RootRules } from '../../../../src/workers/index/rules/root-rules.js';
import { runToEnd } from '../../../../src/actors/runtime/slices.js';
import { EntryKindBit } from '../../../../src/workers/parts/scan-part.js';
import type { Hint, HintKind } from '../../../../src/workers/watch/back-end/watcher.js';
import { TempTree } from '../../walk/temp-tree.js';
import { partsOf, treeOf } from '../tree-parts.js';
import { add, setMtime } from '../edit-index.js';

let tree: TempTree;
beforeEach(() => {
  tree = new TempTree();
});
afterEach(() => {
  tree.remove();
});

/** A root whose index holds these files, which are on the disk. */
function rootWith(files: readonly string[], config: Partial<RootConfig> = {}): HintedRoot {
  for (const file of files) tree.write(file);
  const data = new IndexData();
  runToEnd(data.mergeScan(partsOf(treeOf(files))));
  const full = {
    path: tree.root,
    corePatterns: [],
    ignorePatterns: ['*.log'],
    useGitignore: true,
    ...config,
  };
  const rules = new RootRules(full);
  return {
    config: full,
    data,
    rules,
    retention: { holdsEverything: true },
    identities: new CoreIdentities(full),
  };
}

function apply(root: HintedRoot, kind: HintKind, paths: readonly string[]): FollowUpWork {
  const { toRead, toScan } = runToEnd(applyHints(root, hintsOf(kind, paths)));
  return { toRead, toScan };
}

function hintsOf(kind: HintKind, paths: readonly string[]): Hint[] {
  return paths.map((path) => ({ path: path as RelPath, kind }));
}

const numbered = (count: number, name: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => name(index));

describe('applyHints', () => {
  it('takes in what came, takes out what went, and leaves out what rules leave out', () => {
    const root = rootWith(['src/a', 'src/gone']);
    tree.write('src/new');
    tree.write('src/x.log');
    symlinkSync('a', join(tree.root, 'src/link'));
    rmSync(join(tree.root, 'src/gone'));
    const leads = [
      apply(root, 'created', ['src/new', 'src/x.log', 'src/link']),
      apply(root, 'deleted', ['src/gone']),
    ];
    expect([...root.data.paths()]).toEqual(['src/a', 'src/link', 'src/new']);
    expect(root.data.kindOf(root.data.find('src/link'))).toBe(EntryKindBit.symlink);
    const none = { toRead: [], toScan: [] };
    expect(leads).toEqual([none, none]);
  });

  it('names new directories to read, and directories to scan whose rules may have changed', () => {
    const root = rootWith(['src/a']);
    for (const path of ['new/b', 'deep/er/c', 'src/.gitignore']) tree.write(path);
    const leads = apply(root, 'created', ['new', 'deep/er/c', 'src/.gitignore']);
    expect(leads).toEqual({ toRead: ['new', 'deep'], toScan: ['src'] });
  });

  it('reads a directory once in place of looking at many paths in it', () => {
    const root = rootWith(numbered(30, (index) => `src/old${index}`));
    for (let index = 0; index < 30; index++) {
      rmSync(join(tree.root, `src/old${index}`));
      tree.write(`src/new${index}`);
    }
    mkdirSync(join(tree.root, 'src/directory'));
    tree.write('src/y.log');
    const scopeOf = vi.spyOn(root.rules.current, 'scopeOf');
    const decide = vi.spyOn(root.rules.current, 'decide');
    const paths = numbered(30, (index) => `src/new${index}`);
    expect(apply(root, 'created', [...paths, 'src/directory']).toRead).toContain('src/directory');
    expect(scopeOf.mock.calls.filter(([path]) => path === 'src').length).toBe(1);
    expect(decide).not.toHaveBeenCalled();
    expect([...root.data.paths()]).toEqual([...paths].sort());
  });

  it('makes one layer of many changes in many directories', () => {
    const root = rootWith(numbered(2000, (index) => `d${index % 100}/old${index}`));
    const before = root.data.layers[0];
    const paths = numbered(500, (index) => `d${index % 100}/new${index}`);
    for (const path of paths) tree.write(path);
    apply(root, 'created', paths);
    expect(root.data.layers[0]).toBe(before);
    expect(root.data.layers.map(({ size, directoryCount }) => size - directoryCount)).toEqual([2000, 500]);
  });

  it('keeps a time that is known true, and finds out no other', () => {
    const root = rootWith(['src/a', 'src/b']);
    setMtime(root.data, 'src/a' as RelPath, 7);
    apply(root, 'changed', ['src/a', 'src/b']);
    const mtimes = ['src/a', 'src/b'].map((path) => root.data.mtimeOf(root.data.find(path)));
    expect([mtimes[0]! > 7, mtimes[1]]).toEqual([true, 0]);
    expect(root.data.layers.length).toBe(1);
  });

  it('keeps what patterns call core so when it is moved, a file or what is in a directory', () => {
    const root = rootWith(['core/a', 'core/b', 'other/c'], { corePatterns: ['/core/**'] });
    add(root.data, 'core/a' as RelPath, EntryKindBit.core);
    add(root.data, 'core/b' as RelPath, EntryKindBit.core);
    runToEnd(root.identities.read(root.data, '' as RelPath));
    renameSync(join(tree.root, 'core/a'), join(tree.root, 'other/a'));
    runToEnd(applyHints(root, [...hintsOf('deleted', ['core/a']), ...hintsOf('created', ['other/a'])]));
    renameSync(join(tree.root, 'core'), join(tree.root, 'moved'));
    const { toRead } = apply(root, 'created', ['moved']);
    const isCore = (path: string): boolean =>
      (root.data.kindOf(root.data.find(path)) & EntryKindBit.core) !== 0;
    expect(toRead).toEqual(['moved']);
    expect([...root.data.paths()]).toEqual(['moved/b', 'other/a', 'other/c']);
    expect(['moved/b', 'other/a', 'other/c'].map(isCore)).toEqual([true, true, false]);
  });

  it('takes a new file with the number of one that is gone for what it is', () => {
    const root = rootWith(['core/a'], { corePatterns: ['/core/**'] });
    add(root.data, 'core/a' as RelPath, EntryKindBit.core);
    runToEnd(root.identities.read(root.data, '' as RelPath));
    rmSync(join(tree.root, 'core/a'));
    tree.write('new');
    runToEnd(applyHints(root, [...hintsOf('deleted', ['core/a']), ...hintsOf('created', ['new'])]));
    expect(root.data.kindOf(root.data.find('new'))).toBe(0);
  });

  it('commits before each breath, so that a burst enters step by step', () => {
    const paths = numbered(1200, (index) => `d${index % 100}/f${index}`);
    const root = rootWith(['a']);
    for (const path of paths) tree.write(path);
    const work = applyHints(root, hintsOf('created', paths));
    const counts: number[] = [];
    while (work.next().done !== true) counts.push(root.data.fileCount);
    expect(counts).toEqual([513, 1025]);
    expect(root.data.fileCount).toBe(1201);
  });
});

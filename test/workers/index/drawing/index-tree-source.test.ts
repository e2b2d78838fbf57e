import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { IndexData } from '../../../../src/workers/index/store/index-data.js';
import { compareListed } from '../../../../src/workers/index/search/listing.js';
import { runToEnd } from '../../../../src/actors/runtime/slices.js';
import { IgnoredTree } from '../../../../src/workers/index/rules/ignored-tree.js';
import {
  type UnindexedEntries,
  indexTreeSource,
} from '../../../../src/workers/index/drawing/index-tree-source.js';
import type { RuledListing } from '../../../../src/workers/walk/read-directory.js';
import type { TreeDirectory } from '../../../../src/workers/tree/tree-source.js';
import { anyFiles, anyPath } from '../tree-arbitraries.js';
import { partsOf, treeOf } from '../tree-parts.js';
import { add } from '../edit-index.js';

const ROOT = '' as RelPath;
const nothing: UnindexedEntries = { ignored: IgnoredTree.of([]), read: () => undefined };

function whole(files: readonly string[]): IndexData {
  const data = new IndexData();
  runToEnd(data.mergeScan(partsOf(treeOf(files), 2)));
  return data;
}

/** All paths below a directory in the order in which they are shown. Shape: `/` behind directories. */
function shown(directory: TreeDirectory, path = ''): string[] {
  return Array.from({ length: directory.count }, (_, place) => place).flatMap((place) => {
    const child = directory.child(place);
    const below = shown(directory.open(place), `${path}${child.name}/`);
    return [`${path}${child.name}${child.isDirectory ? '/' : ''}`, ...below];
  });
}

/** The same by sorting the children of every directory of an index. */
function listed(data: IndexData, path = ''): string[] {
  const children = data.childrenOf(data.find(path)).map((id) => ({
    name: data.nameOf(id),
    isDirectory: data.isDirectory(id),
  }));
  const start = path === '' ? '' : `${path}/`;
  return children.sort(compareListed).flatMap(({ name, isDirectory }) => {
    const below = start + name;
    return isDirectory ? [`${below}/`, ...listed(data, below)] : [below];
  });
}

function level(
  directories: readonly string[],
  files: readonly string[],
  ignored: readonly string[] = [],
): RuledListing {
  return {
    names: [...files, ...directories],
    kinds: [...files.map(() => 0), ...directories.map(() => 1)],
    directories,
    mayContainCore: [],
    ignored,
  };
}

describe('indexTreeSource', () => {
  it('shows what is in an index of many layers, each directory in natural order', () => {
    const anyChange = fc.record({ path: anyPath, isRemoved: fc.boolean() });
    fc.assert(
      fc.property(anyFiles, fc.array(anyChange, { maxLength: 40 }), (files, changes) => {
        const data = whole(files);
        for (const { path, isRemoved } of changes) {
          if (isRemoved) data.remove(path);
          else add(data, path, 0);
        }
        const directory = indexTreeSource(data, nothing).open(ROOT);
        expect(shown(directory)).toEqual(listed(data));
      }),
      { numRuns: 300 },
    );
  });

  it('shows ignored directories among the others, once, and opens none of them', () => {
    const ignored = IgnoredTree.of(['z', 'b', 'a'] as RelPath[]);
    const data = whole(['b/x', 'c/y', 'a9']);
    expect(shown(indexTreeSource(data, { ...nothing, ignored }).open(ROOT))).toEqual([
      'a/',
      'b/',
      'b/x',
      'c/',
      'c/y',
      'z/',
      'a9',
    ]);
  });

  it('reads a directory from the disk that the index knows in part, and one that it does not know', () => {
    const data = whole(['d/known', 'e/f/x', 'e/y']);
    data.evict(['d/known' as RelPath]);
    const onDisk = new Map([
      ['d', level(['new', 'old'], ['known', 'b'], ['secret'])],
      ['d/new', level([], ['z'])],
    ]);
    const source = indexTreeSource(data, { ...nothing, read: (path) => onDisk.get(path) });
    expect(shown(source.open(ROOT))).toEqual([
      'd/',
      'd/new/',
      'd/new/z',
      'd/old/',
      'd/secret/',
      'd/b',
      'd/known',
      'e/',
      'e/f/',
      'e/f/x',
      'e/y',
    ]);
    expect(shown(source.open('d/new' as RelPath), 'd/new/')).toEqual(['d/new/z']);
    expect(source.open('nowhere' as RelPath).count).toBe(0);
  });

  it('opens the same directory each time', () => {
    const top = indexTreeSource(whole(['a/b']), nothing).open(ROOT);
    expect(top.open(0)).toBe(top.open(0));
  });
});

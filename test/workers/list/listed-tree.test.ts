import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../src/actors/protocol/workspace.js';
import { ListedTree } from '../../../src/workers/list/listed-tree.js';
import { EntryKindBit } from '../../../src/workers/parts/scan-part.js';
import { partsOf, treeOf } from '../index/tree-parts.js';

function listed(paths: readonly string[], parts = 1): ListedTree {
  const tree = new ListedTree();
  tree.take(partsOf(treeOf([...paths]), parts), '' as RelPath);
  return tree;
}

function rowsOf(tree: ListedTree, under = ''): string[] {
  return [...tree.files(under as RelPath, (path) => `${path}\n`)].join('').split('\n').slice(0, -1);
}

// Some sort one way as bytes and another way as UTF-16, some lie between a directory's name and what is in it.
const name = fc.constantFrom('a', 'b', 'a-', 'a.b', 'a0', 'A', 'é', '\u{FFFD}', '\u{1F600}', 'a b', '_');
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));

/** Those of which none is a directory of another. */
const files = fc
  .uniqueArray(path, { maxLength: 40 })
  .map((paths) => paths.filter((one) => !paths.some((other) => other.startsWith(`${one}/`))));

function byBytes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one), Buffer.from(other));
}

describe('ListedTree', () => {
  it('has all files in the order of their bytes, whoever read them', () => {
    fc.assert(
      fc.property(files, fc.integer({ min: 1, max: 3 }), (paths, parts) => {
        expect(rowsOf(listed(paths, parts))).toEqual(paths.toSorted(byBytes));
      }),
    );
  });

  it('has those at and below a path, a file as well', () => {
    fc.assert(
      fc.property(files, path, (paths, under) => {
        const expected = paths.filter((one) => one === under || one.startsWith(`${under}/`));
        expect(rowsOf(listed(paths), under)).toEqual(expected.sort(byBytes));
      }),
    );
  });

  it('gives many paths in a few pieces', () => {
    const paths = Array.from({ length: 20_000 }, (_, id) => `directory-${id % 7}/a-file-with-a-name-${id}`);
    const pieces = [...listed(paths).files('' as RelPath, (one) => `${one}\0`)];
    expect(pieces.length).toBe(Math.ceil(pieces.join('').length / 2 ** 18));
    expect(pieces.join('').split('\0').slice(0, -1)).toEqual(paths.toSorted(byBytes));
  });

  it('takes what was read anew in place of what was there', () => {
    const tree = listed(['a/b/c', 'a/x', 'd']);
    const again = partsOf(treeOf(['b/new']), 1).map((part) => ({ ...part, directories: 'a\0a/b' }));
    tree.take(again, 'a' as RelPath);
    expect(rowsOf(tree)).toEqual(['a/b/new', 'd']);
  });

  it('takes single entries in and out, where their directory was read', () => {
    const tree = listed(['a/b', 'c']);
    tree.put('a/new' as RelPath, 0);
    tree.put('a/b' as RelPath, undefined);
    tree.put('link' as RelPath, EntryKindBit.symlink);
    tree.put('nowhere/x' as RelPath, 0);
    tree.put('empty' as RelPath, EntryKindBit.directory);
    expect(rowsOf(tree)).toEqual(['a/new', 'c', 'link']);
  });
});

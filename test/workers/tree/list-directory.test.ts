import { describe, expect, it } from 'vitest';
import type { AbsPath, RelPath } from '../../../src/actors/protocol/workspace.js';
import { EntryKindBit } from '../../../src/workers/parts/scan-part.js';
import { listDirectory } from '../../../src/workers/tree/list-directory.js';

const d = { root: '/w' as AbsPath, path: 'd' as RelPath };

describe('listDirectory', () => {
  it('gives 500 children a page', () => {
    const names = Array.from({ length: 1001 }, (_, index) => `f${1000 - index}`);
    const kinds = names.map(() => 0);
    const pages = [1, 2, 3, 4].map((page) => {
      const { children, ...rest } = listDirectory(d, { names, kinds }, page);
      return { count: children?.length, first: children?.[0]?.path, ...rest };
    });
    expect(pages).toEqual([
      { count: 500, first: 'd/f0', hasNextPage: true, hasPrevPage: false, itemsRemaining: 501 },
      { count: 500, first: 'd/f500', hasNextPage: true, hasPrevPage: true, itemsRemaining: 1 },
      { count: 1, first: 'd/f1000', hasNextPage: false, hasPrevPage: true, itemsRemaining: 0 },
      { count: 0, first: undefined, hasNextPage: false, hasPrevPage: true, itemsRemaining: 0 },
    ]);
  });

  it('gives whole entries, directories first', () => {
    const listing = { names: ['b', 'z', 'a'], kinds: [0, EntryKindBit.directory, EntryKindBit.symlink] };
    const entry = { root: d.root, isDir: false, isSymlink: false, isCore: false, mtimeMs: 0 };
    expect(listDirectory({ ...d, path: '' as RelPath }, listing, 1).children).toEqual([
      { ...entry, path: 'z', isDir: true },
      { ...entry, path: 'a', isSymlink: true },
      { ...entry, path: 'b' },
    ]);
  });
});

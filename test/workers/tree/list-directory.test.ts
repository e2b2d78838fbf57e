import { describe, expect, it } from 'vitest';
import { FileNotFoundError } from '../../../src/actors/protocol/errors.js';
import type { AbsPath, RelPath } from '../../../src/actors/protocol/workspace.js';
import { filesInDirectory } from '../../../src/workers/tree/files-in-directory.js';
import { listDirectory } from '../../../src/workers/tree/list-directory.js';
import { indexOf } from '../index/tree-arbitraries.js';

const root = '/w' as AbsPath;

describe('listDirectory', () => {
  const many = indexOf(Array.from({ length: 1001 }, (_, index) => `d/f${index}`));

  it('gives 500 children a page', () => {
    const pages = [1, 2, 3, 4].map((page) => {
      const { children, ...rest } = listDirectory(many, root, 'd' as RelPath, page);
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
    const data = indexOf(['b', 'a/x']);
    const entry = { root, isSymlink: false, isCore: false, mtimeMs: 0 };
    expect(listDirectory(data, root, '' as RelPath, 1).children).toEqual([
      { ...entry, path: 'a', isDir: true },
      { ...entry, path: 'b', isDir: false },
    ]);
  });

  it('gives no children for a file', () => {
    expect(listDirectory(many, root, 'd/f1' as RelPath, 1)).toEqual({
      children: null,
      hasNextPage: false,
      hasPrevPage: false,
      itemsRemaining: 0,
    });
  });

  it('names the closest paths when there is no such directory', () => {
    const data = indexOf(['src/workers/x']);
    expect(() => listDirectory(data, root, 'src/worker' as RelPath, 1)).toThrow(
      new FileNotFoundError('No such file or directory: src/worker', {
        path: 'src/worker',
        suggestions: ['src/workers'],
      }),
    );
  });
});

describe('filesInDirectory', () => {
  it('gives the first files below a directory', () => {
    const data = indexOf(['d/b/x', 'd/a', 'd/b.ts', 'e']);
    expect([
      filesInDirectory(data, 'd' as RelPath, 2),
      filesInDirectory(data, 'd' as RelPath, 9),
      filesInDirectory(data, 'd' as RelPath, 0),
      filesInDirectory(data, 'x' as RelPath, 9),
    ]).toEqual([['d/a', 'd/b.ts'], ['d/a', 'd/b.ts', 'd/b/x'], [], []]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RelPath } from '../../../../src/actors/protocol/workspace.js';
import { suggestPaths } from '../../../../src/workers/index/search/suggest-paths.js';
import { editDistance } from '../../../../src/actors/runtime/edit-distance.js';
import { anyFiles, indexOf } from '../tree-arbitraries.js';
import { add } from '../edit-index.js';

const data = indexOf([
  'src/workers/index/search.ts',
  'src/workers/index/listing.ts',
  'src/host/search.tsx',
  'test/workers/index/search.test.ts',
  'README.md',
  'lib/index.ts',
  'src/index.ts',
]);

describe('suggestPaths', () => {
  it.each([
    ['src/worker/index/search.ts', 'src/workers/index/search.ts'],
    ['src/workers/index/serach.ts', 'src/workers/index/search.ts'],
    ['src/workers/index/search.js', 'src/workers/index/search.ts'],
    ['search.ts', 'src/workers/index/search.ts'],
    ['README', 'README.md'],
    ['readme.md', 'README.md'],
    ['./src/workers/indx/', 'src/workers/index'],
    ['source/index.ts', 'lib/index.ts'],
    ['src\\host\\search.tsx', 'src/host/search.tsx'],
  ])('suggests for %j first %j', (missing, expected) => {
    expect(suggestPaths(data, missing, 3)[0]).toBe(expected);
  });

  it('suggests nothing where nothing is alike', () => {
    expect([suggestPaths(data, 'qqqqqqq.zzz', 5), suggestPaths(data, '', 5)]).toEqual([[], []]);
  });

  it('suggests at most as many as asked for, all indexed, none of them the path itself', () => {
    fc.assert(
      fc.property(anyFiles, fc.nat(), fc.integer({ min: 1, max: 4 }), (files, pick, limit) => {
        const index = indexOf(files);
        const missing = files[pick % Math.max(1, files.length)] ?? ('a' as RelPath);
        index.remove(missing);
        const found = suggestPaths(index, missing, limit);
        expect(found.length).toBeLessThanOrEqual(limit);
        expect(found.every((path) => index.find(path) !== -1 && path !== missing)).toBe(true);
      }),
    );
  });

  it('finds the same name elsewhere, whatever else there is', () => {
    const index = indexOf(Array.from({ length: 5000 }, (_, number) => `dir${number}/other${number}.ts`));
    add(index, 'far/away/from/here/wanted.ts' as RelPath, 0);
    expect(suggestPaths(index, 'wanted.ts', 1)).toEqual(['far/away/from/here/wanted.ts']);
  });
});

describe('editDistance', () => {
  /** The recursive definition. */
  function naive(a: string, b: string): number {
    if (a === '' || b === '') return a.length + b.length;
    const isSwap = a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0];
    return Math.min(
      naive(a.slice(1), b) + 1,
      naive(a, b.slice(1)) + 1,
      naive(a.slice(1), b.slice(1)) + (a[0] === b[0] ? 0 : 1),
      isSwap ? naive(a.slice(2), b.slice(2)) + 1 : Infinity,
    );
  }

  it('is the recursive definition, cut off at the limit', () => {
    const anyWord = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });
    fc.assert(
      fc.property(anyWord, anyWord, fc.nat({ max: 4 }), (a, b, limit) => {
        expect(editDistance(a, b, limit)).toBe(Math.min(naive(a, b), limit + 1));
      }),
      { numRuns: 500 },
    );
  });
});

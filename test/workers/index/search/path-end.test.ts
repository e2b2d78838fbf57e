import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findByPathEnd, rangesOfPathEnd } from '../../../../src/workers/index/search/path-end.js';
import { anyFiles, anyPath, indexOf, parentsOf } from '../tree-arbitraries.js';

function find(files: readonly string[], asked: string, limit = 100): { paths: string[]; folders: number } {
  const data = indexOf(files);
  const segments = asked.split('/');
  const { hits, folders } = findByPathEnd(data.layers, { segments, limit, except: new Set() });
  return { paths: hits.map(({ id }) => data.pathOf(id)), folders };
}

describe('findByPathEnd', () => {
  it('finds the paths that end with most of the segments', () => {
    const files = ['src/core/main.ts', 'lib/core/main.ts', 'lib/main.ts', 'src/core/other.ts'];
    expect(find(files, 'core/main.ts')).toEqual({
      paths: ['lib/core/main.ts', 'src/core/main.ts'],
      folders: 1,
    });
    expect(find(files, 'home/src/core/main.ts')).toEqual({ paths: ['src/core/main.ts'], folders: 2 });
    expect(find(files, 'none/main.ts').paths).toEqual([
      'lib/main.ts',
      'lib/core/main.ts',
      'src/core/main.ts',
    ]);
    expect(find(files, 'core/none.ts')).toEqual({ paths: [], folders: 0 });
  });

  it('takes any extension for the one of a compiled module or none, one before several', () => {
    const files = ['a/main.test.ts', 'a/main.ts', 'a/mainly.ts', 'b/main.js'];
    expect(find(files, 'a/main.js').paths).toEqual(['a/main.ts', 'a/main.test.ts']);
    expect(find(files, 'a/main').paths).toEqual(['a/main.ts', 'a/main.test.ts']);
    expect(find(files, 'b/main.js').paths).toEqual(['b/main.js']);
    expect(find(files, 'a/main.css').paths).toEqual([]);
  });

  it('takes the file that stands for a directory, behind one that is called so', () => {
    const files = [
      'ui/button/index.tsx',
      'ui/button/x.ts',
      'ui/button.ts',
      'py/pack/__init__.py',
      'rs/part/mod.rs',
    ];
    expect(find(files, 'ui/button').paths).toEqual(['ui/button', 'ui/button.ts', 'ui/button/index.tsx']);
    expect(find(files, 'py/pack').paths).toEqual(['py/pack', 'py/pack/__init__.py']);
    expect(find(files, 'rs/part').paths).toEqual(['rs/part', 'rs/part/mod.rs']);
  });

  it('prefers a path that is all of the end, then more of the folders on the way, then the exact case', () => {
    const files = [
      'deep/src/x.ts',
      'src/x.ts',
      'packages/core/lib/y.ts',
      'other/lib/y.ts',
      'z/A.ts',
      'z/a.ts',
    ];
    expect(find(files, 'home/src/x.ts').paths).toEqual(['src/x.ts', 'deep/src/x.ts']);
    expect(find(files, 'core/src/lib/y.ts').paths).toEqual(['packages/core/lib/y.ts', 'other/lib/y.ts']);
    expect(find(files, 'z/A.ts').paths).toEqual(['z/A.ts', 'z/a.ts']);
    expect(find(files, 'z/a.ts').paths).toEqual(['z/a.ts', 'z/A.ts']);
  });

  it('finds all that end with as much of a path as any does, whatever the tree', () => {
    fc.assert(
      fc.property(anyFiles, anyPath, fc.nat(), (files, other, which) => {
        const entries = [...new Set([...files, ...files.flatMap(parentsOf)])];
        // Now a path of the tree below folders that it does not have, now any other.
        const asked =
          which % 3 === 0 || entries.length === 0 ? other : `x/${entries[which % entries.length]}`;
        const wanted = asked.split('/').map((name) => name.toLowerCase());
        const agrees = (entry: string): number => {
          const names = entry.toLowerCase().split('/');
          if (names.at(-1) !== wanted.at(-1)) return -1;
          let count = 1;
          while (
            count < Math.min(names.length, wanted.length) &&
            names.at(-1 - count) === wanted.at(-1 - count)
          )
            count++;
          return count - 1;
        };
        const most = Math.max(-1, ...entries.map(agrees));
        // One with another extension may agree in more of the folders.
        const { paths, folders } = find(files, asked, 1000);
        expect(folders).toBeGreaterThanOrEqual(most);
        const whole = entries.filter((entry) => agrees(entry) === folders && isAscii(entry));
        expect(paths).toEqual(expect.arrayContaining(whole));
        expect(new Set(paths).size).toBe(paths.length);
        expect(entries).toEqual(expect.arrayContaining(paths));
        expect(find(files, asked, 3).paths).toEqual(paths.slice(0, 3));
      }),
      { numRuns: 500 },
    );
  });
});

function isAscii(text: string): boolean {
  return Buffer.byteLength(text) === text.length;
}

describe('rangesOfPathEnd', () => {
  it.each([
    ['src/core/main.ts', 'core/main.ts', 'core/main.ts'],
    ['src/core/main.ts', 'x/core/main.js', 'core/main'],
    ['src/Core/main.ts', 'core/main', 'Core/main'],
    ['ui/button/index.ts', 'ui/button', 'ui/button'],
    ['main.ts', 'a/b/main.ts', 'main.ts'],
    ['é/É.ts', 'é/é', 'é/É'],
  ])('marks in %j for %j %j', (path, asked, expected) => {
    const ranges = rangesOfPathEnd(path, asked.split('/'));
    expect(ranges.map(([start, end]) => path.slice(start, end))).toEqual([expected]);
  });
});

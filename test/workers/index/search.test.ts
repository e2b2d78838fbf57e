import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AbsPath, RelPath } from '../../../src/actors/protocol/workspace.js';
import type { IndexData } from '../../../src/workers/index/data.js';
import { foldPoint } from '../../../src/workers/names/fold.js';
import { type IndexQuery, normalizeQuery } from '../../../src/workers/index/normalize.js';
import { Recency } from '../../../src/workers/index/recency.js';
import { type IndexHit, searchIndex } from '../../../src/workers/index/search.js';
import { EntryKind } from '../../../src/workers/scan/scan-part.js';
import { anyFiles, anyName, anyPath, byBytes, indexOf, parentsOf } from './tree-arbitraries.js';

interface Options {
  readonly base?: string;
  readonly limit?: number;
  readonly mode?: 'prefix' | 'fuzzy';
  readonly recency?: Recency;
}

function search(
  data: IndexData,
  query: string,
  options: Options = {},
): { hits: IndexHit[]; hasMore: boolean } {
  const normalized = normalizeQuery('/root' as AbsPath, options.base ?? '', query, (path) => path);
  if (normalized === null) return { hits: [], hasMore: false };
  return searchNormalized(data, normalized, options);
}

function searchNormalized(
  data: IndexData,
  query: IndexQuery,
  { limit = 1000, mode = 'prefix', recency = new Recency() }: Options,
): { hits: IndexHit[]; hasMore: boolean } {
  return searchIndex(data, query, { limit, mode }, recency);
}

function paths(data: IndexData, query: string, options: Options = {}): string[] {
  return search(data, query, options).hits.map((hit) => hit.path);
}

function fold(text: string): string {
  return Array.from(text, (character) => String.fromCodePoint(foldPoint(character.codePointAt(0)!))).join('');
}

/** What the ranges of a hit cover. */
function covered(hit: IndexHit): string {
  return hit.ranges.map(([start, end]) => hit.path.slice(start, end)).join('');
}

/** Whether a text has the characters of another in order. */
function hasInOrder(text: string, wanted: string): boolean {
  const rest = Array.from(fold(wanted));
  for (const character of fold(text)) if (character === rest[0]) rest.shift();
  return rest.length === 0;
}

function allEntries(files: readonly string[]): string[] {
  return [...new Set([...files, ...files.flatMap(parentsOf)])];
}

describe('searchIndex for a listing', () => {
  const data = indexOf(['src/b.ts', 'src/core/x.ts', 'src/a.ts', 'other.ts']);

  it('gives the children of the directory', () => {
    expect(search(data, 'src/', { limit: 2 })).toEqual({
      hits: [hit('src/core', { isDir: true, score: 50_000_000 }), hit('src/a.ts', { score: 49_999_999 })],
      hasMore: true,
    });
  });

  it('gives nothing for a file or a missing directory', () => {
    expect([paths(data, 'other.ts/'), paths(data, 'missing/')]).toEqual([[], []]);
  });

  it('adds fuzzy hits only when there is no such directory', () => {
    expect([paths(data, 'src/', { mode: 'fuzzy' }), paths(data, 'sr/', { mode: 'fuzzy' })]).toEqual([
      ['src/core', 'src/a.ts', 'src/b.ts'],
      ['src/a.ts', 'src/b.ts', 'src/core/x.ts'],
    ]);
  });
});

describe('searchIndex for a path prefix', () => {
  it('gives what starts with it, the exact case first, each in path order', () => {
    const data = indexOf([
      'src/core/z',
      'src/core-x',
      'src/Core/a',
      'SRC/core/b',
      'src/corn',
      'src/con',
      'lib/src/core',
    ]);
    expect(paths(data, 'src/cor')).toEqual([
      'src/core',
      'src/core-x',
      'src/core/z',
      'src/corn',
      'SRC/core',
      'SRC/core/b',
      'src/Core',
      'src/Core/a',
    ]);
  });

  it('stops at the limit, empty directories counted', () => {
    const data = indexOf(['src/ac/x']);
    for (const name of ['aa', 'ab']) data.add(`src/${name}` as RelPath, EntryKind.directory);
    expect(paths(data, 'src/a', { limit: 3 })).toEqual(['src/aa', 'src/ab', 'src/ac']);
    expect(search(data, 'src/a', { limit: 3 }).hasMore).toBe(true);
  });

  it('is right for any tree', () => {
    fc.assert(
      fc.property(anyFiles, anyPath, fc.nat(), fc.integer({ min: 1, max: 20 }), (files, path, cut, limit) => {
        const data = indexOf(files);
        // A query that has a chance: the beginning of a path that is there.
        const whole = allEntries(files)[cut % Math.max(1, allEntries(files).length)] ?? path;
        const target = whole.slice(0, 1 + (cut % whole.length)) as RelPath;
        const isWellFormed = target.includes('/') && !target.endsWith('/') && target.isWellFormed();
        fc.pre(isWellFormed);
        const query = { kind: 'path', base: '' as RelPath, target, pattern: target } as const;
        const { hits, hasMore } = searchNormalized(data, query, { limit });
        const matching = allEntries(files).filter((entry) => fold(entry).startsWith(fold(target)));
        const exact = matching.filter((entry) => entry.startsWith(target)).sort(byBytes);
        const folded = matching.filter((entry) => !entry.startsWith(target)).sort(byBytes);
        expect(hits.map((hit) => hit.path)).toEqual([...exact, ...folded].slice(0, limit));
        expect(hasMore).toBe(matching.length > limit);
        expect(hits.every((hit) => fold(covered(hit)) === fold(target))).toBe(true);
        expectDescending(hits);
      }),
      { numRuns: 300 },
    );
  });
});

describe('searchIndex for a name prefix', () => {
  const data = indexOf([
    'src/main.ts',
    'src/Main.c',
    'src/mainly/x',
    'lib/main',
    'lib/remain',
    'main.md',
    'src/a/maine',
  ]);

  it('gives the children of the contextual directory when any match', () => {
    expect([paths(data, 'main', { base: 'src' }), paths(data, 'remain', { base: 'src' })]).toEqual([
      ['src/main.ts', 'src/mainly', 'src/Main.c'],
      ['lib/remain'],
    ]);
  });

  it('ranks the exact case, the whole name, the stem, then short names and paths', () => {
    expect(paths(data, 'main', { base: 'src/mainly' })).toEqual([
      'lib/main',
      'main.md',
      'src/main.ts',
      'src/a/maine',
      'src/mainly',
      'src/Main.c',
    ]);
  });

  it('ranks what was used last above its equals', () => {
    const recency = new Recency();
    recency.touch('src/mainly' as RelPath);
    expect(paths(data, 'main', { base: 'lib/none', recency }).slice(3, 5)).toEqual([
      'src/mainly',
      'src/a/maine',
    ]);
  });

  it('is right for any tree', () => {
    fc.assert(
      fc.property(anyFiles, anyName, fc.nat(), anyPath, (files, name, cut, base) => {
        const data = indexOf(files);
        const prefix = Array.from(name)
          .slice(0, 1 + (cut % 4))
          .join('');
        const query = {
          kind: 'name',
          base,
          target: `${base}/${prefix}` as RelPath,
          pattern: prefix,
        } as const;
        const { hits, hasMore } = searchNormalized(data, query, {});
        const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
        const matching = allEntries(files).filter((entry) => fold(nameOf(entry)).startsWith(fold(prefix)));
        const contextual = matching.filter((entry) => entry === `${base}/${nameOf(entry)}`);
        const expected = contextual.length > 0 ? contextual : matching;
        expect(hits.map((hit) => hit.path).sort()).toEqual(expected.sort());
        expect(hasMore).toBe(false);
        const isExact = hits.map((hit) => nameOf(hit.path).startsWith(prefix));
        expect(isExact).toEqual([...isExact].sort((a, b) => Number(b) - Number(a)));
        expect(hits.every((hit) => fold(covered(hit)) === fold(prefix))).toBe(true);
        expectDescending(hits);
      }),
      { numRuns: 300 },
    );
  });

  it('says that there is more when the limit cut it', () => {
    expect(search(data, 'main', { base: 'src', limit: 2 }).hasMore).toBe(true);
    expect(search(data, 'main', { base: 'src', limit: 3 }).hasMore).toBe(false);
  });
});

describe('searchIndex in mode fuzzy', () => {
  it('finds every file whose path has the words in order, and no other', () => {
    const anyWord = fc.string({
      unit: fc.constantFrom('a', 'B', 's', 'i', 't', '/', '.', '🎉', 'É', 'x'),
      maxLength: 4,
    });
    const anyPattern = fc.oneof(
      anyWord,
      fc.tuple(anyWord, anyWord).map((words) => words.join(' ')),
    );
    fc.assert(
      fc.property(anyFiles, anyPattern, fc.integer({ min: 1, max: 12 }), (files, pattern, limit) => {
        const words = pattern.split(' ').filter((word) => word !== '');
        fc.pre(words.length > 0);
        const data = indexOf(files);
        const query = { kind: 'path', base: '' as RelPath, target: '\u0001' as RelPath, pattern } as const;
        const { hits, hasMore } = searchNormalized(data, query, { mode: 'fuzzy', limit });
        const expected = files.filter((file) => words.every((word) => hasInOrder(file, word)));
        const found = hits.map((hit) => hit.path);
        if (expected.length <= limit) expect([...found].sort()).toEqual([...expected].sort());
        else expect(found.every((path) => expected.includes(path))).toBe(true);
        expect(found.length).toBe(Math.min(limit, expected.length));
        expect(hasMore).toBe(expected.length > limit);
        for (const hit of hits) {
          if (words.length === 1) expect(fold(covered(hit))).toBe(fold(words[0]!));
          expect(words.every((word) => hasInOrder(covered(hit), word))).toBe(true);
          expectRanges(hit);
        }
        expectDescending(hits);
      }),
      { numRuns: 1000 },
    );
  });

  it('gives the same best hits whatever the limit', () => {
    fc.assert(
      fc.property(
        anyFiles,
        fc.string({ unit: fc.constantFrom('a', 's', 'i', '/', 't', 'b'), minLength: 1, maxLength: 3 }),
        (files, word) => {
          const data = indexOf(files);
          const recency = new Recency();
          for (const file of files.slice(0, 3)) recency.touch(file);
          const query = {
            kind: 'path',
            base: '' as RelPath,
            target: '\u0001' as RelPath,
            pattern: word,
          } as const;
          const all = searchNormalized(data, query, { mode: 'fuzzy', recency }).hits;
          expectDescending(all);
          for (const limit of [1, 2, 5]) {
            expect(searchNormalized(data, query, { mode: 'fuzzy', limit, recency }).hits).toEqual(
              all.slice(0, limit),
            );
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  const data = indexOf([
    'src/workers/index/search.ts',
    'src/workers/index/fuzzy-search.ts',
    'src/workers/scan/walk.ts',
    'docs/research.md',
    'src/host/SearchView.tsx',
    'src/actors/tools/grep.ts',
    'test/workers/index/search.test.ts',
  ]);

  it.each([
    ['windsearch', 'src/workers/index/search.ts'],
    ['sv', 'src/host/SearchView.tsx'],
    ['fs', 'src/workers/index/fuzzy-search.ts'],
    ['wwalk', 'src/workers/scan/walk.ts'],
    ['index/fuz', 'src/workers/index/fuzzy-search.ts'],
    ['grep tools', 'src/actors/tools/grep.ts'],
    ['rsch', 'docs/research.md'],
    ['test search', 'test/workers/index/search.test.ts'],
  ])('ranks for %j %j first', (pattern, expected) => {
    expect(paths(data, pattern, { mode: 'fuzzy' })[0]).toBe(expected);
  });

  it('puts prefix hits before fuzzy ones and gives none twice', () => {
    const tree = indexOf(['lib/remain.ts', 'main.ts', 'src/main/x.ts']);
    const all = search(tree, 'main', { mode: 'fuzzy' });
    expect(all.hits.map((hit) => hit.path)).toEqual(['main.ts', 'lib/remain.ts', 'src/main/x.ts']);
    expectDescending(all.hits);
    expect(all.hasMore).toBe(false);
    expect(search(tree, 'main', { mode: 'fuzzy', limit: 1 })).toEqual({
      hits: all.hits.slice(0, 1),
      hasMore: true,
    });
    expect(search(tree, 'main', { mode: 'fuzzy', limit: 2 })).toEqual({
      hits: all.hits.slice(0, 2),
      hasMore: true,
    });
  });

  it('marks the characters that make the best match', () => {
    const [hit] = search(data, 'sv', { mode: 'fuzzy' }).hits;
    expect(hit?.ranges).toEqual([
      [9, 10],
      [15, 16],
    ]);
  });

  it('moves what was used last up', () => {
    const recency = new Recency();
    recency.touch('test/workers/index/search.test.ts' as RelPath);
    expect(paths(data, 'wsearch', { mode: 'fuzzy' })[0]).toBe('src/workers/index/search.ts');
    expect(paths(data, 'wsearch', { mode: 'fuzzy', recency })[0]).toBe('test/workers/index/search.test.ts');
  });

  it('matches nothing with a word longer than any path', () => {
    expect(paths(indexOf(['a'.repeat(250)]), 'a'.repeat(5000), { mode: 'fuzzy' })).toEqual([]);
  });

  it('forgets removed entries', () => {
    const tree = indexOf(['src/main.ts', 'src/maple.ts']);
    tree.remove('src/main.ts' as RelPath);
    expect(paths(tree, 'ma', { mode: 'fuzzy' })).toEqual(['src/maple.ts']);
  });
});

describe('a hit of searchIndex', () => {
  it('carries the whole entry', () => {
    const data = indexOf([]);
    data.add('a/link' as RelPath, EntryKind.symlink | EntryKind.core);
    data.setMtime('a/link' as RelPath, 1234.5);
    expect(search(data, 'a/l').hits).toEqual([
      hit('a/link', { isSymlink: true, isCore: true, mtimeMs: 1234.5, score: 40_000_000, ranges: [[0, 3]] }),
    ]);
  });
});

function hit(path: string, rest: Partial<IndexHit>): IndexHit {
  return {
    path: path as RelPath,
    isDir: false,
    isSymlink: false,
    isCore: false,
    mtimeMs: 0,
    score: 0,
    ranges: [],
    ...rest,
  };
}

function expectDescending(hits: readonly IndexHit[]): void {
  const scores = hits.map((hit) => hit.score);
  expect(scores).toEqual([...scores].sort((a, b) => b - a));
  expect(new Set(hits.map((hit) => hit.path)).size).toBe(hits.length);
}

function expectRanges({ path, ranges }: IndexHit): void {
  let last = -1;
  for (const [start, end] of ranges) {
    expect(start).toBeGreaterThan(last);
    expect(end).toBeGreaterThan(start);
    expect(end).toBeLessThanOrEqual(path.length);
    expect(path.slice(start, end).isWellFormed()).toBe(true);
    last = end;
  }
}

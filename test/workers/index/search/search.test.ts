import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { AbsPath, RelPath } from '../../../../src/actors/protocol/workspace.js';
import type { IndexData } from '../../../../src/workers/index/store/index-data.js';
import { foldPoint } from '../../../../src/workers/names/fold.js';
import type { IndexQuery } from '../../../../src/workers/index/search/normalize-query.js';
import { readPastedQuery } from '../../../../src/workers/index/search/pasted-query.js';
import { readQuery, type SearchQuery } from '../../../../src/workers/index/search/read-query.js';
import { Recency } from '../../../../src/workers/index/search/recency.js';
import type { IndexHit } from '../../../../src/workers/index/search/found-hits.js';
import { Searcher, type SearchOutcome } from '../../../../src/workers/index/search/search.js';
import { runToEnd, type Cooperative } from '../../../../src/actors/runtime/slices.js';
import { WorkBudget } from '../../../../src/workers/index/fuzzy/work-budget.js';
import { EntryKindBit } from '../../../../src/workers/parts/scan-part.js';
import { bestScore, caseBonus, lengthCost, runBonus, scoreOfPlaces, startBonus } from '../fuzzy-reference.js';
import { anyFiles, anyName, anyPath, indexOf, parentsOf } from '../tree-arbitraries.js';
import { add, move, setMtime } from '../edit-index.js';
import { partsOf, treeOf } from '../tree-parts.js';

interface Options {
  readonly base?: string;
  readonly limit?: number;
  readonly mode?: 'prefix' | 'fuzzy';
  readonly recency?: Recency;
  readonly units?: number;
  readonly unitsAtOnce?: number;
}

const NO_LINKS = { isLink: () => false, realPath: (path: string) => path };

// One for all tests, as for all roots: what one search leaves in its memory must not show in the next.
const searcher = new Searcher();

function search(data: IndexData, query: string, options: Options = {}): SearchOutcome {
  return runToEnd(begin(data, read(query, { mode: 'prefix', ...options }), options));
}

function read(query: string, { base = '', mode = 'fuzzy' }: Options = {}): SearchQuery {
  return readQuery('/root' as AbsPath, { query, base, mode }, NO_LINKS);
}

function searchNormalized(data: IndexData, typed: IndexQuery, options: Options): SearchOutcome {
  const pasted = readPastedQuery(typed.pattern, '/root' as AbsPath);
  // As it is, with nothing taken off.
  const asItIs = { ...pasted, isUnwrapped: false, segments: [] };
  const mode = options.mode ?? 'prefix';
  const query = { typed, unwrapped: null, ...(mode === 'fuzzy' ? { pasted: asItIs } : {}) };
  return runToEnd(begin(data, query, options));
}

function begin(
  data: IndexData,
  query: SearchQuery,
  { limit = 1000, mode = 'prefix', recency = new Recency(), units = Infinity, unitsAtOnce }: Options,
): Cooperative<SearchOutcome> {
  return searcher.search(data, query, { limit, mode, recency, budget: new WorkBudget(units, unitsAtOnce) });
}

/** Scans what the index has at and below a directory, as if it had found just that on the disk. */
function scanAgain(data: IndexData, under = ''): void {
  const tree = treeOf(data.paths());
  runToEnd(data.mergeScan(partsOf(tree, 1, under), under as RelPath));
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

/** Files, and an index of them in up to three layers, with dead entries and shadows in them. */
function layered(arbitrary: fc.Arbitrary<RelPath[]>): fc.Arbitrary<{ files: RelPath[]; data: IndexData }> {
  return fc.tuple(arbitrary, arbitrary, fc.nat(), fc.nat()).map(([files, gone, one, other]) => {
    const isFree = (path: string): boolean => {
      const related = new Set([path, ...parentsOf(path)]);
      return !files.some((file) => related.has(file) || file.startsWith(`${path}/`));
    };
    const [first = 0, second = 0] = [one % (files.length + 1), other % (files.length + 1)].sort(
      (a, b) => a - b,
    );
    const data = indexOf([...files.slice(0, first), ...gone.filter(isFree)]);
    for (const part of [files.slice(first, second), files.slice(second)]) {
      data.change((batch) => {
        for (const file of part) batch.add(file, 0);
      });
    }
    data.change((batch) => {
      for (const path of [...gone, ...gone.flatMap(parentsOf)])
        if (isFree(path)) batch.remove(path as RelPath);
    });
    return { files, data };
  });
}

const anyLayered = layered(anyFiles);

/** A query that nothing matches but by its pattern. */
function fuzzyQuery(pattern: string): IndexQuery {
  return { kind: 'path', base: '' as RelPath, target: '\u0001' as RelPath, pattern };
}

describe('Searcher for a listing', () => {
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

describe('Searcher for a path prefix', () => {
  it('gives what starts with it, short names first, then what lies below, the exact case first', () => {
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
      'src/corn',
      'src/core-x',
      'src/core/z',
      'src/Core',
      'SRC/core',
      'src/Core/a',
      'SRC/core/b',
    ]);
  });

  it('stops at the limit, empty directories counted', () => {
    const data = indexOf(['src/ac/x']);
    for (const name of ['aa', 'ab']) add(data, `src/${name}` as RelPath, EntryKindBit.directory);
    expect(paths(data, 'src/a', { limit: 3 })).toEqual(['src/aa', 'src/ab', 'src/ac']);
    expect(search(data, 'src/a', { limit: 3 }).hasMore).toBe(true);
  });

  it('is right for any tree', () => {
    fc.assert(
      fc.property(
        anyLayered,
        anyPath,
        fc.nat(),
        fc.integer({ min: 1, max: 20 }),
        ({ files, data }, path, cut, limit) => {
          // A query that has a chance: the beginning of a path that is there.
          const whole = allEntries(files)[cut % Math.max(1, allEntries(files).length)] ?? path;
          const target = whole.slice(0, 1 + (cut % whole.length)) as RelPath;
          const isWellFormed = target.includes('/') && !target.endsWith('/') && target.isWellFormed();
          fc.pre(isWellFormed);
          const query = { kind: 'path', base: '' as RelPath, target, pattern: target } as const;
          const { hits, hasMore } = searchNormalized(data, query, { limit });
          const matching = allEntries(files).filter((entry) => fold(entry).startsWith(fold(target)));
          const exact = matching.filter((entry) => entry.startsWith(target));
          const found = hits.map((hit) => hit.path);
          expect(found.every((entry) => matching.includes(entry))).toBe(true);
          expect(found.length).toBe(Math.min(limit, matching.length));
          expect(found.filter((entry) => exact.includes(entry))).toEqual(found.slice(0, exact.length));
          expectChildrenFirst(found.slice(0, exact.length), target);
          expectChildrenFirst(found.slice(exact.length), target);
          expect(hasMore).toBe(matching.length > limit);
          expect(hits.every((hit) => fold(covered(hit)) === fold(target))).toBe(true);
          expectDescending(hits);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('Searcher for a name prefix', () => {
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
      fc.property(anyLayered, anyName, fc.nat(), anyPath, ({ files, data }, name, cut, base) => {
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

describe('Searcher in mode fuzzy', () => {
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
      fc.property(
        anyLayered,
        anyPattern,
        fc.integer({ min: 1, max: 12 }),
        ({ files, data }, pattern, limit) => {
          const words = pattern.split(' ').filter((word) => word !== '');
          fc.pre(words.length > 0);
          const { hits, hasMore } = searchNormalized(data, fuzzyQuery(pattern), { mode: 'fuzzy', limit });
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
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('scores as trying every way to match does, and gives the best', () => {
    const anyText = fc.string({
      unit: fc.constantFrom('a', 'b', 'A', 'B', '-', '1', 'é', '.'),
      minLength: 1,
      maxLength: 8,
    });
    const anyShortPath = fc.array(
      anyText.filter((name) => !/^\.+$/.test(name)),
      { minLength: 1, maxLength: 4 },
    );
    const anyShortFiles = fc
      .uniqueArray(
        anyShortPath.map((names) => names.join('/') as RelPath),
        { maxLength: 30 },
      )
      .map((paths) => paths.filter((path) => !paths.some((other) => other.startsWith(`${path}/`))));
    const anyWord = fc.oneof(
      { weight: 3, arbitrary: anyText },
      fc.tuple(anyText, anyText).map((parts) => parts.join('/')),
    );
    // Of several words longer ones may be corrected, and score by that.
    const asTyped = anyWord.filter((word) => word.length < 5 || word.includes('/'));
    fc.assert(
      fc.property(
        layered(anyShortFiles),
        fc.oneof(fc.tuple(anyWord), fc.tuple(asTyped, asTyped)),
        fc.integer({ min: 1, max: 12 }),
        ({ files, data }, words, limit) => {
          const query = fuzzyQuery(words.join(' '));
          const { hits } = searchNormalized(data, query, { mode: 'fuzzy', limit });
          const scores = new Map(files.map((file) => [file, bestScore(file, words)]));
          const expected = [...scores.values()].filter((score) => score !== undefined).sort((a, b) => b - a);
          // The others have the word with a character wrong.
          const matching = hits.filter((hit) => scores.get(hit.path) !== undefined);
          expect(matching.map((hit) => hit.score)).toEqual(expected.slice(0, matching.length));
          expect(matching.map((hit) => hit.score)).toEqual(matching.map((hit) => scores.get(hit.path)));
          const [word] = words;
          if (words.length === 1) {
            for (const hit of matching) expect(markedScore(hit, word)).toBe(hit.score);
          }
          if (matching.length < hits.length) expect(matching.length).toBeLessThanOrEqual(expected.length);
          else expect(matching.length).toBe(Math.min(limit, expected.length));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('finds a name in which one character of the query is wrong, marked without it', () => {
    const data = indexOf(['src/search-view.ts', 'src/research.ts', 'lib/x.ts', 'src/church.ts']);
    for (const [pattern, ranges] of [
      [
        'saerch',
        [
          [4, 6],
          [7, 10],
        ],
      ],
      [
        'seaxch',
        [
          [4, 7],
          [8, 10],
        ],
      ],
      ['searxch', [[4, 10]]],
    ] as const) {
      const [hit] = search(data, pattern, { mode: 'fuzzy' }).hits;
      expect([pattern, hit?.path, hit?.ranges]).toEqual([pattern, 'src/search-view.ts', ranges]);
    }
    expect(paths(data, 'seaarch', { mode: 'fuzzy' })).toEqual(['src/search-view.ts']);
    expect(paths(data, 'saex', { mode: 'fuzzy' })).toEqual([]);
    expect(paths(indexOf(['made-1.ts', 'made-2.ts']), 'made-1', { mode: 'fuzzy' })).toEqual(['made-1.ts']);
    expect(paths(indexOf(['x-made-1.ts', 'made-2.ts']), 'made-1', { mode: 'fuzzy' })).toEqual([
      'x-made-1.ts',
    ]);
  });

  it('ends with the best found so far when its budget is used up', () => {
    const files = Array.from({ length: 5000 }, (_, number) => `d${number % 100}/x-${number}-y.ts`);
    const data = indexOf([...files, 'xy.ts']);
    const cut = search(data, 'xy', { mode: 'fuzzy', limit: 10, units: 2000 });
    expect([cut.hits[0]?.path, cut.hits.length, cut.hasMore]).toEqual(['xy.ts', 10, true]);
  });

  it('finds the same when others take turns with it', () => {
    const files = Array.from(
      { length: 300 },
      (_, number) => `lib${number % 7}/part-${number}/xy-${number % 50}.ts`,
    );
    const data = indexOf(files);
    const queries = [
      'xy',
      'lib part',
      'part/4',
      'lxy2',
      'prt xyz',
      'liib3 part',
      'xy-9.ts:3',
      'a/lib3/part-3',
    ];
    const alone = queries.map((query) => search(data, query, { mode: 'fuzzy', limit: 20 }));
    const steps = queries.map((query) =>
      begin(data, read(query), { mode: 'fuzzy', limit: 20, unitsAtOnce: 1 }),
    );
    const together: (SearchOutcome | undefined)[] = queries.map(() => undefined);
    while (together.includes(undefined)) {
      for (const [at, step] of steps.entries()) {
        const { done, value } = step.next();
        if (done === true && value !== undefined) together[at] = value;
      }
    }
    expect(together).toEqual(alone);
  });

  it('gives entries as they are when it ends, whatever changes meanwhile', () => {
    const anyChange = fc.constantFrom<(data: IndexData) => void>(
      (data) => data.remove('lib2' as RelPath),
      (data) => move(data, 'lib3' as RelPath, 'moved' as RelPath),
      (data) => {
        add(data, 'lib4/new/xy-1.ts' as RelPath, 0);
      },
      (data) => {
        runToEnd(data.merge({ from: 0, to: data.layers.length }));
      },
      (data) => {
        scanAgain(data);
      },
      (data) => {
        scanAgain(data, 'lib0');
      },
    );
    const files = Array.from(
      { length: 200 },
      (_, number) => `lib${number % 5}/part-${number}/xy-${number % 50}.ts`,
    );
    fc.assert(
      fc.property(
        fc.constantFrom('xy', 'lib part', 'part/4', 'lxy2', 'liib3 paart'),
        fc.array(fc.tuple(fc.nat(300), anyChange), { maxLength: 4 }),
        (query, changes) => {
          const data = indexOf(files);
          const steps = begin(data, read(query), { mode: 'fuzzy', limit: 50, unitsAtOnce: 1 });
          let step = steps.next();
          for (const [count, change] of changes) {
            for (let left = count; left > 0 && step.done !== true; left--) step = steps.next();
            if (step.done !== true) change(data);
          }
          while (step.done !== true) step = steps.next();
          const found = step.value.hits.map((hit) => hit.path);
          expect(found.length).toBeGreaterThan(0);
          expect(found.filter((path) => data.find(path) === -1)).toEqual([]);
          expect(new Set(found).size).toBe(found.length);
          // What no change has touched is found as ever.
          const rest = (hits: readonly string[]): string[] => hits.filter((path) => /^lib[01]/.test(path));
          const alone = paths(indexOf(files), query, { mode: 'fuzzy', limit: 50 });
          expect(rest(found)).toEqual(expect.arrayContaining(rest(alone).slice(0, 3)));
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each(['', 'lib1'])('finds all files of %j that a scan finds again while it is suspended', (under) => {
    const files = Array.from(
      { length: 60 },
      (_, number) => `lib${number % 3}/part-${number}/xy-${number}.ts`,
    );
    for (const query of ['xy', 'lib part', 'liib1 paart']) {
      const alone = paths(indexOf(files), query, { mode: 'fuzzy' });
      const data = indexOf(files);
      const steps = begin(data, read(query), { mode: 'fuzzy', unitsAtOnce: 1 });
      for (let left = 10; left > 0; left--) expect(steps.next().done).toBe(false);
      scanAgain(data, under);
      expect(runToEnd(steps).hits.map((hit) => hit.path)).toEqual(alone);
    }
  });

  it('looks at names alone when enough of them start with the query', () => {
    const files = Array.from({ length: 5000 }, (_, number) => `d${number % 100}/mx-${number}.ts`);
    const budget = new WorkBudget(Infinity);
    const spent = vi.spyOn(budget, 'spend');
    const query = readQuery('/root' as AbsPath, { query: 'mx', base: 'd1', mode: 'fuzzy' }, NO_LINKS);
    const options = { limit: 60, mode: 'fuzzy', recency: new Recency(), budget } as const;
    const { hits, hasMore } = runToEnd(searcher.search(indexOf(files), query, options));
    expect([hits.length, hasMore]).toEqual([60, true]);
    // A look at each name that starts so.
    expect(spent.mock.calls.length).toBe(5000);
  });

  it('finds the best for several words, their order in the path included, however few are asked for', () => {
    const anySegment = fc.constantFrom('a', 'b', 'ab', 'a-b', 'xa', 'b.a');
    const anyTree = fc
      .uniqueArray(
        fc.array(anySegment, { minLength: 1, maxLength: 4 }).map((names) => names.join('/') as RelPath),
        {
          minLength: 10,
          maxLength: 60,
        },
      )
      .map((files) => files.filter((path) => !files.some((other) => other.startsWith(`${path}/`))));
    const anyWords = fc.array(fc.constantFrom('a', 'b', 'ab', 'x'), { minLength: 2, maxLength: 3 });
    fc.assert(
      fc.property(anyTree, anyWords, fc.integer({ min: 1, max: 3 }), (files, words, limit) => {
        const { hits } = searchNormalized(indexOf(files), fuzzyQuery(words.join(' ')), {
          mode: 'fuzzy',
          limit,
        });
        const scores = files.flatMap((file) => bestScore(file, words) ?? []).sort((a, b) => b - a);
        expect(hits.map((hit) => hit.score)).toEqual(scores.slice(0, limit));
      }),
      { numRuns: 1000 },
    );
  });

  it('gives the same best hits whatever the limit', () => {
    fc.assert(
      fc.property(
        anyLayered,
        fc.array(
          fc.string({ unit: fc.constantFrom('a', 's', 'i', '/', 't', 'b'), minLength: 1, maxLength: 3 }),
          { minLength: 1, maxLength: 2 },
        ),
        ({ files, data }, words) => {
          const recency = new Recency();
          for (const file of files.slice(0, 3)) recency.touch(file);
          const query = fuzzyQuery(words.join(' '));
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
    'src/workers/index/search/search.ts',
    'src/workers/index/fuzzy/fuzzy-search.ts',
    'src/workers/walk/walk-directories.ts',
    'docs/research.md',
    'src/host/SearchView.tsx',
    'src/actors/tools/grep.ts',
    'test/workers/index/search/search.test.ts',
  ]);

  it.each([
    ['windsearch', 'src/workers/index/search/search.ts'],
    ['sv', 'src/host/SearchView.tsx'],
    ['fs', 'src/workers/index/fuzzy/fuzzy-search.ts'],
    ['wwalk', 'src/workers/walk/walk-directories.ts'],
    ['index/fuz', 'src/workers/index/fuzzy/fuzzy-search.ts'],
    ['grep tools', 'src/actors/tools/grep.ts'],
    ['rsch', 'docs/research.md'],
    ['test search', 'test/workers/index/search/search.test.ts'],
  ])('ranks for %j %j first', (pattern, expected) => {
    expect(paths(data, pattern, { mode: 'fuzzy' })[0]).toBe(expected);
  });

  it('ranks by the case that was typed before levels in between and the length of the path', () => {
    const tree = indexOf(['models/delta_graph.js', 'a/models/mail/DeltaAdapterIcon.yml']);
    const first = (pattern: string): string | undefined => paths(tree, pattern, { mode: 'fuzzy' })[0];
    expect(first('mod/delta')).toBe('models/delta_graph.js');
    expect(first('mod/Delta')).toBe('a/models/mail/DeltaAdapterIcon.yml');
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
    recency.touch('test/workers/index/search/search.test.ts' as RelPath);
    expect(paths(data, 'wsearch', { mode: 'fuzzy' })[0]).toBe('src/workers/index/search/search.ts');
    expect(paths(data, 'wsearch', { mode: 'fuzzy', recency })[0]).toBe(
      'test/workers/index/search/search.test.ts',
    );
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

describe('a hit of Searcher', () => {
  it('carries the whole entry', () => {
    const data = indexOf([]);
    add(data, 'a/link' as RelPath, EntryKindBit.symlink | EntryKindBit.core);
    setMtime(data, 'a/link' as RelPath, 1234.5);
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

/** The score of what the ranges of a hit mark. */
function markedScore({ path, ranges }: IndexHit, word: string): number {
  const places = ranges.flatMap(([start, end]) => Array.from({ length: end - start }, (_, at) => start + at));
  const name = path.slice(path.lastIndexOf('/') + 1);
  const bonus = startBonus(name, word) + runBonus(name, word) + caseBonus(name, word);
  return scoreOfPlaces(path, word, places) + bonus - lengthCost(path);
}

/** Whether what lies in the directory that a target ends in comes before what lies further down. */
function expectChildrenFirst(found: readonly string[], target: string): void {
  const isChild = found.map((path) => !path.slice(target.length).includes('/'));
  expect(isChild).toEqual([...isChild].sort((a, b) => Number(b) - Number(a)));
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

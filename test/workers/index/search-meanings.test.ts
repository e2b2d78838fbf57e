import { describe, expect, it } from 'vitest';
import type { AbsPath } from '../../../src/actors/protocol/workspace.js';
import type { IndexData } from '../../../src/workers/index/store/index-data.js';
import { readQuery } from '../../../src/workers/index/search/read-query.js';
import { Recency } from '../../../src/workers/index/search/recency.js';
import { Searcher, type SearchOutcome } from '../../../src/workers/index/search/search.js';
import { runToEnd } from '../../../src/actors/runtime/slices.js';
import { WorkBudget } from '../../../src/workers/index/fuzzy/work-budget.js';
import { indexOf } from './tree-arbitraries.js';

const searcher = new Searcher();

function search(
  data: IndexData,
  query: string,
  mode: 'prefix' | 'fuzzy' = 'fuzzy',
  base = '',
): SearchOutcome {
  const links = { isLink: () => false, realPath: (path: string) => path };
  const read = readQuery('/home/dev/project' as AbsPath, { query, base, mode }, links);
  const options = { limit: 50, mode, recency: new Recency(), budget: new WorkBudget(Infinity) };
  return runToEnd(searcher.search(data, read, options));
}

const paths = (data: IndexData, query: string, base?: string): string[] =>
  search(data, query, 'fuzzy', base).hits.map(({ path }) => path);

/** What of the first hit is marked. */
function marked(data: IndexData, query: string): string[] {
  const [hit] = search(data, query).hits;
  return hit === undefined ? [] : hit.ranges.map(([start, end]) => hit.path.slice(start, end));
}

describe('Searcher for a pasted path', () => {
  const data = indexOf([
    'src/core/main.ts',
    'src/core/other.ts',
    'src/ui/button/index.tsx',
    'packages/ui/lib/main.ts',
    'django/db/models/query.py',
    'docs/a/src/core/main.md',
  ]);

  it.each([
    '"src/core/main.ts"',
    '`src/core/main.ts:12`',
    './src/core/main.ts',
    'a/src/core/main.ts',
    'b/src/core/main.ts',
    '@scope/src/core/main.ts',
    '/home/dev/project/src/core/main.ts',
    '/home/runner/work/src/core/main.ts',
    'file:///home/dev/project/src/core/main.ts',
    'https://example.org/o/r/blob/main/src/core/main.ts#L7',
    'src/core/main.ts:12:3',
    'src/core/main.ts#L7',
    'src/core/main.ts(12,3)',
    'src\\core\\main.ts',
    'File "/srv/app/src/core/main.ts", line 3, in run',
    '../core/main.js',
    '../../core/main',
    '@/core/main',
    "import { main } from './core/main.js';",
  ])('finds the file that %j means first', (query) => {
    expect(paths(data, query)[0]).toBe('src/core/main.ts');
  });

  it.each([
    ['../ui/button', 'src/ui/button/index.tsx'],
    ['ui/button/index', 'src/ui/button/index.tsx'],
    ['@scope/ui/main', 'packages/ui/lib/main.ts'],
    ['django.db.models.query', 'django/db/models/query.py'],
    ['django.db.models.query.QuerySet', 'django/db/models/query.py'],
    ['moved/elsewhere/other.ts', 'src/core/other.ts'],
  ])('finds for %j %j', (query, expected) => {
    expect(paths(data, query).find((path) => path.includes('.'))).toBe(expected);
  });

  it.each([
    ['"src/cor/mai":3', 'src/core/main.ts'],
    ['@/cor/mai', 'src/core/main.ts'],
    ['../cor/othr', 'src/core/other.ts'],
    ['sr.cor.mai', 'src/core/main.ts'],
  ])('tries again without what is around it when nothing is found for %j', (query, expected) => {
    expect(paths(data, query)[0]).toBe(expected);
  });

  it('tells the place that the query names, unless it was found as it was typed', () => {
    const place = (query: string, tree = data): unknown => search(tree, query).place;
    expect(place('src/core/main.ts:12:3')).toEqual({ line: 12, column: 3 });
    expect(place('main.ts#L7')).toEqual({ line: 7 });
    expect(place('mai:7')).toEqual({ line: 7 });
    expect(place('main.ts')).toBeUndefined();
    expect(place('nothing:7')).toBeUndefined();
    expect(place('odd:7', indexOf(['odd:7.txt']))).toBeUndefined();
  });

  it('puts what starts as it was typed before what ends so, and that before what is similar', () => {
    const tree = indexOf(['core/main.ts.md', 'lib/core/main.ts', 'clone/ore/mainly.ts']);
    const { hits } = search(tree, 'core/main.ts');
    expect(hits.map(({ path }) => path)).toEqual([
      'core/main.ts.md',
      'lib/core/main.ts',
      'clone/ore/mainly.ts',
    ]);
    expect(hits.map(({ score }) => score)).toEqual(hits.map(({ score }) => score).sort((a, b) => b - a));
  });

  it('takes a folder that is there for what it is, and not for what a diff writes', () => {
    expect(paths(indexOf(['a/src/x.ts', 'src/x.ts']), 'a/src/x.ts')).toEqual(['a/src/x.ts', 'src/x.ts']);
    expect(paths(indexOf(['app/src/x.ts', 'src/x.ts']), 'a/src/x.ts')).toEqual(['src/x.ts', 'app/src/x.ts']);
    // What was typed may be the start of a folder.
    expect(paths(indexOf(['app/src/x.ts', 'lib/src/x.ts']), 'ap/src/x.ts')).toEqual(['app/src/x.ts']);
  });

  it('takes each character for what it is in mode prefix', () => {
    expect(search(data, '"src/core/main.ts"', 'prefix')).toEqual({ hits: [], hasMore: false });
    expect(search(data, '../core/main.ts', 'prefix')).toEqual({ hits: [], hasMore: false });
  });

  it('lists a folder that was quoted, and that alone', () => {
    expect(paths(data, '"src/core/"')).toEqual(['src/core/main.ts', 'src/core/other.ts']);
  });

  it('marks the end of the path that was asked for', () => {
    expect(marked(data, '../core/main.js')).toEqual(['core/main']);
    expect(marked(data, '@scope/src/core/main.ts')).toEqual(['src/core/main.ts']);
  });
});

describe('Searcher for several words', () => {
  it.each([
    // A folder's whole name, before its letters here and there in a name.
    ['net slic', ['drivers/net/slic.h', 'lib/ps3_gelic_net_slices_of_it.c', 'x/n-e-t-slow-list-ice.c']],
    // In the order of the path, before another order.
    ['test page elem', ['test/page/element-select.ts', 'lib/element-page-test.ts']],
    ['ath link', ['wireless/ath/link.c', 'net/athens-linkage.dts']],
  ])('ranks for %j as in %j', (query, expected) => {
    expect(paths(indexOf(expected.toReversed()), query)).toEqual(expected);
  });

  it('finds words that were misspelt, one of them or all', () => {
    const data = indexOf(['src/components/tooltip-host.ts', 'src/composer/tools.ts', 'lib/compiler/post.ts']);
    for (const query of [
      'commponents tooltip',
      'componnents toooltip',
      'compnents toltip-host',
      'componetns tooltip',
      'tooltpi components',
    ])
      expect([query, paths(data, query)[0]]).toEqual([query, 'src/components/tooltip-host.ts']);
  });

  it('takes the spelling that is a word of most names, and leaves words alone that are there', () => {
    // `mergetools` is a word of one name, and `mergetool.s` none of three.
    const files = ['mergetools/exam', 'mergetool.sh', 'a/mergetool.sh', 'b/mergetool.sh'];
    expect(paths(indexOf(files), 'mergetoolls exam')).toEqual(['mergetools/exam']);
    expect(paths(indexOf(['src/hostz.yml', 'src/hosts.yml']), 'src hostz')).toEqual(['src/hostz.yml']);
  });

  it('marks each word where it is meant: whole in a folder, not in pieces in a name', () => {
    expect(marked(indexOf(['net/nested-link.c']), 'net link')).toEqual(['net', 'link']);
  });

  it('finds nothing for more words than a path has', () => {
    const words = Array.from({ length: 100_000 }, () => 'a').join(' ');
    expect(search(indexOf(['a/a']), words).hits).toEqual([]);
  });
});

describe('Searcher for one word', () => {
  it.each([
    // In one piece, before the starts of some words.
    ['tch-t', ['src/switch-to.ts', 'src/t4-chip-too.ts']],
    ['itor-w', ['lib/editor-widget.ts', 'lib/item-outer-wide.ts']],
    // But three letters are the starts of words.
    ['fbs', ['lib/foo-bar-service.ts', 'lib/xfbsx.ts']],
  ])('ranks for %j as in %j', (query, expected) => {
    expect(paths(indexOf(expected.toReversed()), query)).toEqual(expected);
  });
});

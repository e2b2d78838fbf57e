import { expect, test } from 'vitest';
import type { IndexData } from '../../../../src/workers/index/store/index-data.js';
import { Searcher } from '../../../../src/workers/index/search/search.js';
import { warmUp } from '../../../../src/workers/index/search/jit-warm-up.js';
import { indexOf } from '../tree-arbitraries.js';

/** Remembers what was searched for. */
class WatchedSearcher extends Searcher {
  readonly patterns: string[] = [];
  onSearch: () => void = () => undefined;

  override search(...[data, query, options]: Parameters<Searcher['search']>): ReturnType<Searcher['search']> {
    this.patterns.push(query.typed?.pattern ?? '');
    this.onSearch();
    return super.search(data, query, options);
  }
}

async function searchedIn(data: IndexData): Promise<readonly string[]> {
  const searcher = new WatchedSearcher();
  await warmUp(data, searcher, new AbortController().signal);
  return searcher.patterns;
}

test('searches as a person types who means files from all over the index', async () => {
  const names = Array.from({ length: 1000 }, (_, index) => `lib/module-${String(index).padStart(4, '0')}.ts`);
  const patterns = await searchedIn(indexOf(names));
  expect(patterns.slice(0, 6)).toEqual(['m', 'md', 'mdl', 'mdl0', 'mdl00', 'mdl00t']);
  expect(patterns).toContain('mdl95');
  expect(patterns.length).toBeLessThan(300);
});

test('searches for nothing where there is nothing to find, or no letter in its name', async () => {
  expect(await searchedIn(indexOf([]))).toEqual([]);
  expect(await searchedIn(indexOf(['---']))).toEqual([]);
});

test('gives way between two searches, and ends when it is told to', async () => {
  const searcher = new WatchedSearcher();
  const leaving = new AbortController();
  searcher.onSearch = () => {
    setImmediate(() => {
      leaving.abort();
    });
  };
  await warmUp(indexOf(['src/a-long-name.ts']), searcher, leaving.signal);
  expect(searcher.patterns).toHaveLength(1);
});

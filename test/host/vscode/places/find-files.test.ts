import { expect, test } from 'vitest';
import type { AbsPath, RelPath, SearchHit } from '../../../../src/actors/protocol/workspace.js';
import { findFiles } from '../../../../src/host/vscode/places/find-files.js';

const PATHS = [
  'src/cart.js',
  'test/cart.js',
  'src/Cart.jsx',
  'src/shop/index.ts',
  'index.ts',
  'src/my-cart.js',
];

/** A workspace that finds all of these paths, whatever it is asked for. */
function stage() {
  const queries: string[] = [];
  const hits = PATHS.map((path): SearchHit => {
    const entry = { root: '/w' as AbsPath, path: path as RelPath, isDir: false, isSymlink: false };
    return { ...entry, isCore: false, mtimeMs: 0, score: 1, ranges: [] };
  });
  return {
    queries,
    find: async (written: string) => {
      const found = await findFiles(written, {
        search: (query) => {
          queries.push(query);
          return Promise.resolve({ hits, state: 'ready', hasMore: false });
        },
      });
      return found.map(({ path }) => path);
    },
  };
}

test.each([
  ['cart.js', ['src/cart.js', 'test/cart.js']],
  ['test/cart.js', ['test/cart.js']],
  ['my-project/src/cart.js', ['src/cart.js']],
  ['./lib/index.ts', ['src/shop/index.ts', 'index.ts']],
  ['SRC\\cart.JS', ['src/cart.js']],
  ['none.js', []],
])('%j may mean %j', async (written, paths) => {
  const { find, queries } = stage();
  expect(await find(written)).toEqual(paths);
  expect(queries).toEqual([written.split(/[/\\]/).at(-1)]);
});

test.each(['', '..', './', '/'])('%j means nothing, and nothing is searched for', async (written) => {
  const { find, queries } = stage();
  expect(await find(written)).toEqual([]);
  expect(queries).toEqual([]);
});

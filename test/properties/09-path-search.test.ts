import { readdirSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SearchPathnamesResult } from '../../src/actors/tools/search/search-pathnames-only.js';
import { withHost } from './open-host.js';

// A host is a thread and a scan: many queries are put to each.
const TREES = 25;
const QUERIES = 48;

const anyName = fc.stringMatching(/^[abAé.]{1,3}$/).filter((text) => !/^\.+$/.test(text) && text !== '.git');
const anyPath = fc.array(anyName, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
/** Paths none of which is a folder above another. */
const anyTree = fc
  .uniqueArray(anyPath, { minLength: 5, maxLength: 25 })
  .map((paths) => paths.filter((path) => !paths.some((other) => other.startsWith(`${path}/`))));
/** A glob, and the same said by a regular expression. */
const anyGlob = fc.constantFrom<readonly [glob: string, regex: RegExp]>(
  ['*.a', /(?:^|\/)[^/]*\.a$/],
  ['a*', /(?:^|\/)a[^/]*$/],
  ['?', /(?:^|\/)[^/]$/],
  ['??', /(?:^|\/)[^/]{2}$/],
  ['*{a,b}', /(?:^|\/)[^/]*[ab]$/],
  ['[!a]*', /(?:^|\/)[^/a][^/]*$/],
  ['a/**', /^a\/./],
  ['**/b', /(?:^|\/)b$/],
  ['*/*', /^[^/]+\/[^/]+$/],
  ['*é*', /(?:^|\/)[^/]*é[^/]*$/],
);
const anyQuery = fc.oneof(
  anyGlob.map((glob) => ({ kind: 'glob' as const, glob })),
  fc.tuple(anyName, anyGlob).map(([text, glob]) => ({ kind: 'filtered' as const, text, glob })),
  anyName.map((text) => ({ kind: 'prefix' as const, text })),
  fc.nat(1_000).map((index) => ({ kind: 'named' as const, index })),
);

/**
 * **Feature: vscode-agent, property 9: file search results match the pattern**
 */
test('property 9: every path that is found is there and matches the pattern, and what a glob matches is found', async () => {
  let [found, queried] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      anyTree,
      fc.array(anyQuery, { minLength: QUERIES, maxLength: QUERIES }),
      async (paths, queries) => {
        const files = Object.fromEntries(paths.map((path) => [path, '']));
        await withHost(files, async ({ workspace, tools }, root) => {
          const onDisk = new Set(readdirSync(root, { recursive: true, encoding: 'utf8' }));
          const tool = tools.list().find(({ name }) => name === 'search_pathnames_only');
          const search = async (params: object): Promise<readonly string[]> => {
            const context = { roots: [root], signal: new AbortController().signal };
            const result = (await tool?.run(tool.validate(params), context)) as SearchPathnamesResult;
            expect(result.hasNextPage).toBe(false);
            return result.paths.map((path) => path.replace(/\/$/, ''));
          };
          for (const query of queries) {
            let hits: readonly string[];
            switch (query.kind) {
              case 'glob': {
                const [glob, regex] = query.glob;
                hits = await search({ query: /[*?]/.test(glob) ? glob : '*', include_pattern: glob });
                expect({ glob, hits }).toEqual({
                  glob,
                  hits: paths.filter((path) => regex.test(path)).sort(),
                });
                break;
              }
              case 'filtered': {
                const [glob, regex] = query.glob;
                hits = await search({ query: query.text, include_pattern: glob });
                for (const hit of hits)
                  expect({ glob, hit, matches: regex.test(hit) }).toMatchObject({
                    matches: true,
                  });
                break;
              }
              case 'prefix': {
                const { text } = query;
                const reply = await workspace.search(text, { mode: 'prefix', limit: 1_000 });
                hits = reply.hits.map(({ path }) => path);
                const starts = (path: string): boolean =>
                  path
                    .slice(path.lastIndexOf('/') + 1)
                    .toLowerCase()
                    .startsWith(text.toLowerCase());
                for (const hit of hits)
                  expect({ text, hit, starts: starts(hit) }).toMatchObject({ starts: true });
                expect(hits.length > 0).toBe([...onDisk].some(starts));
                break;
              }
              default: {
                const path = paths[query.index % paths.length] ?? '';
                hits = await search({ query: path });
                expect(hits).toContain(path);
              }
            }
            for (const hit of hits) expect(onDisk).toContain(hit);
            queried += 1;
            found += hits.length;
          }
        });
      },
    ),
    { numRuns: TREES },
  );
  console.log(`Property 9: ${queried} queries of ${TREES} folders, ${found} paths found, all match.`);
  expect(Math.min(found, queried)).toBeGreaterThan(1_000);
}, 300_000);

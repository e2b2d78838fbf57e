import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { packSearch } from '../../../../src/actors/protocol/packed-search.js';
import type { AbsPath, RelPath, SearchHit, SearchReply } from '../../../../src/actors/protocol/workspace.js';
import { createSearchPathnamesOnlyTool } from '../../../../src/actors/tools/search/search-pathnames-only.js';
import { WorkspaceGate } from '../../../../src/actors/tools/gate/workspace-gate.js';
import { nodeFiles } from '../../../../src/host/node/files.js';
import { errorOf } from '../../../doubles/error-of.js';
import { memoryWorkspace } from '../../../doubles/memory-workspace.js';
import { makeToolWorld, observe, type ToolWorld } from '../tool-world.js';

let world: ToolWorld | undefined;

afterEach(() => {
  world?.dispose();
  world = undefined;
});

function makeWorld(...args: Parameters<typeof makeToolWorld>): void {
  world = makeToolWorld(...args);
}

async function search(raw: unknown): Promise<string> {
  if (world === undefined) throw new Error('make a world first');
  return observe(createSearchPathnamesOnlyTool(world.deps), raw, world.context);
}

describe('search_pathnames_only', () => {
  test('finds files and directories, the best first', async () => {
    makeWorld({ app: { 'src/user/service.ts': '', 'src/other.ts': '' } });
    expect(await search({ query: 'user' })).toBe('src/user/\nsrc/user/service.ts');
  });

  test('keeps only what the include pattern matches', async () => {
    makeWorld({ app: { 'src/user.ts': '', 'src/user.css': '', 'lib/user.ts': '' } });
    expect(await search({ query: 'user', include_pattern: '*.ts' })).toBe('lib/user.ts\nsrc/user.ts');
    expect(await search({ query: 'user', include_pattern: 'src/**/*.ts' })).toBe('src/user.ts');
  });

  test('takes a query with * or ? as a glob over all files', async () => {
    makeWorld({ app: { 'src/a.test.ts': '', 'src/a.ts': '', 'b.test.ts': '' } });
    expect(await search({ query: '**/*.test.ts' })).toBe('b.test.ts\nsrc/a.test.ts');
    expect(await search({ query: '?.ts', include_pattern: 'src/' })).toBe('src/a.ts');
  });

  test('prints paths of several roots so that they can be asked for', async () => {
    makeWorld({ app: { 'user.ts': '' }, lib: { 'user.ts': '' } });
    expect(await search({ query: 'user' })).toBe(`user.ts\n${world?.roots[1]}/user.ts`);
  });

  test.each(['f', 'f*'])('shows 100 paths a page for %j', async (query) => {
    makeWorld({
      app: Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`f${index + 1_000}`, ''])),
    });
    const first = (await search({ query })).split('\n');
    const second = (await search({ query, page_number: 2 })).split('\n');
    expect([first[0], first.length, first.at(-1)]).toEqual([
      'f1000',
      101,
      '(There are more: ask for page_number 2)',
    ]);
    expect([second[0], second.length, second.at(-1)]).toEqual([
      'f1100',
      101,
      '(There are more: ask for page_number 3)',
    ]);
    expect(await search({ query, page_number: 3 })).toBe('f1200');
    expect(await errorOf(() => search({ query, page_number: 4 }))).toMatchObject({
      name: 'InvalidParamsError',
      message: 'page_number 4 is beyond the end: 201 paths found, and there are no more.',
    });
  });

  test('says that nothing matches, and what else to try', async () => {
    makeWorld({ app: { 'a.ts': '' } });
    expect(await search({ query: 'zzz' })).toBe('No path matches "zzz". search_for_files searches in files.');
    expect(await search({ query: 'a', include_pattern: '*.js' })).toBe(
      'No path matches "a" and "*.js". search_for_files searches in files.',
    );
  });

  test.each(['a', 'a*'])('says for %j that the index is not whole yet', async (query) => {
    makeWorld({ app: { 'a.ts': '' } }, { phase: 'scanning' });
    expect(await search({ query })).toBe('a.ts\n(the index is still being filled: there may be more)');
  });

  test('says of the exact path of something that the rules leave out that it is there', async () => {
    const asks = (isDir: boolean) => ({
      search: () =>
        packSearch({
          hits: [hit('src/out.ts')],
          state: 'ready',
          hasMore: false,
          ignored: { root: '/r' as AbsPath, path: 'dist/out.js' as RelPath, isDir },
        }),
    });
    makeWorld({ app: {} }, { asks: asks(false) });
    expect(await search({ query: 'dist/out.js' })).toBe(
      '/r/dist/out.js (exists, and the ignore rules leave it out: read_file and search_in_file read it)\n/r/src/out.ts',
    );
    expect(await search({ query: 'dist/out.js', include_pattern: '*.ts' })).toBe('/r/src/out.ts');
    makeWorld({ app: {} }, { asks: asks(true) });
    expect((await search({ query: 'dist/out.js' })).split('\n')[0]).toBe(
      '/r/dist/out.js/ (exists, and the ignore rules leave it out: ls_dir lists it)',
    );
  });

  test('refuses a glob that cannot be understood', async () => {
    makeWorld({ app: { 'a.ts': '' } });
    expect(await errorOf(() => search({ query: 'a', include_pattern: '[a' }))).toMatchObject({
      name: 'PatternSyntaxError',
      details: { pattern: '[a', source: 'include_pattern' },
    });
  });

  test('looks at more hits until the filter lets a page through, but not for ever', async () => {
    const limits: number[] = [];
    const reply = (limit: number): SearchReply => ({
      hits: Array.from({ length: limit }, (_, index) => hit(index === 5_000 ? 'rare.ts' : `f${index}`)),
      state: 'ready',
      hasMore: true,
    });
    makeWorld(
      { app: {} },
      { asks: { search: ({ limit }) => (limits.push(limit), packSearch(reply(limit))) } },
    );
    expect(await search({ query: 'f', include_pattern: '*.ts' })).toBe(
      '/r/rare.ts\n(only the best 10000 matches were looked at)',
    );
    expect(limits).toEqual([1_000, 4_000, 10_000]);
  });

  test('asks for no more than a page when there is no filter', async () => {
    makeWorld({ app: { 'a.ts': '' } });
    await search({ query: 'a' });
    expect(world?.workspace.received).toEqual([
      { kind: 'search', arg: { query: 'a', base: '', limit: 101, mode: 'fuzzy' } },
    ]);
  });

  /**
   * **Feature: vscode-agent, property 9: file search results match the pattern**
   */
  test('property 9: every path that is found matches the include pattern, and every match is found', async () => {
    const name = fc.stringMatching(/^[ab.]{1,3}$/).filter((text) => !/^\.+$/.test(text));
    const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/'));
    // A glob and the same said by a regular expression.
    const glob = fc.constantFrom<[string, RegExp]>(
      ['*.a', /(?:^|\/)[^/]*\.a$/],
      ['a*', /(?:^|\/)a[^/]*$/],
      ['?', /(?:^|\/)[^/]$/],
      ['{a,b}', /(?:^|\/)[ab]$/],
      ['[!a]', /(?:^|\/)[^/a]$/],
      ['a/**', /^a\/./],
      ['**/b', /(?:^|\/)b$/],
      ['/b', /^b$/],
      ['a/', /^a\/./],
      ['*/*', /^[^/]+\/[^/]+$/],
      ['!*a*', /(?:^|\/)[^/a]+$/],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(path, { maxLength: 8 }),
        glob,
        async (paths, [include_pattern, regex]) => {
          const root = '/r' as AbsPath;
          const workspace = memoryWorkspace({ [root]: Object.fromEntries(paths.map((file) => [file, ''])) });
          const tool = createSearchPathnamesOnlyTool({
            workspace,
            files: nodeFiles,
            gate: new WorkspaceGate([root], nodeFiles),
          });
          const params = tool.validate({ query: '*', include_pattern });
          const result = await tool.run(params, { roots: [root], signal: new AbortController().signal });
          expect(result.paths).toEqual(paths.filter((file) => regex.test(file)).sort());
        },
      ),
      { numRuns: 1_000 },
    );
  });
});

function hit(path: string): SearchHit {
  return {
    root: '/r' as AbsPath,
    path: path as RelPath,
    isDir: false,
    isSymlink: false,
    isCore: false,
    mtimeMs: 0,
    score: 0,
    ranges: [],
  };
}

import * as fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { createSearchForFilesTool } from '../../../../src/actors/tools/search/search-for-files.js';
import type { AbsPath, GrepMatch, RelPath } from '../../../../src/actors/protocol/workspace.js';
import { errorOf } from '../../../doubles/error-of.js';
import { writeFiles } from '../../../doubles/temp-dir.js';
import { makeToolWorld, observe, type ToolWorld } from '../tool-world.js';

let world: ToolWorld;

afterEach(() => {
  world.dispose();
});

function search(raw: unknown): Promise<string> {
  return observe(createSearchForFilesTool(world.deps), raw, world.context);
}

describe('search_for_files', () => {
  test('shows each matching line with its place, in the order of paths and lines', async () => {
    world = makeToolWorld({ app: { 'src/b.ts': 'foo\nbar\nfoo()\n', 'a.ts': 'x\r\nfoo\r\n' } });
    expect(await search({ query: 'foo' })).toBe(
      'Matching lines: 3\na.ts:2: foo\nsrc/b.ts:1: foo\nsrc/b.ts:3: foo()',
    );
  });

  test('minds upper and lower case only when the query has a capital', async () => {
    world = makeToolWorld({ app: { a: 'Foo\nfoo\nFOO\n' } });
    expect(await search({ query: 'foo' })).toBe('Matching lines: 3\na:1: Foo\na:2: foo\na:3: FOO');
    expect(await search({ query: 'Foo' })).toBe('Matching lines: 1\na:1: Foo');
  });

  test('takes the query as it is unless it is a regular expression', async () => {
    world = makeToolWorld({ app: { a: 'a.c\nabc\n' } });
    expect(await search({ query: 'a.c' })).toBe('Matching lines: 1\na:1: a.c');
    expect(await search({ query: 'a.c', is_regex: true })).toBe('Matching lines: 2\na:1: a.c\na:2: abc');
  });

  test('keeps to a folder, or to a file', async () => {
    world = makeToolWorld({ app: { 'src/a': 'x\n', 'src/b': 'x\n', c: 'x\n' } });
    expect(await search({ query: 'x', search_in_folder: 'src/' })).toBe(
      'Matching lines: 2\nsrc/a:1: x\nsrc/b:1: x',
    );
    expect(await search({ query: 'x', search_in_folder: 'src/b' })).toBe('Matching lines: 1\nsrc/b:1: x');
  });

  test('searches every root, in their order', async () => {
    world = makeToolWorld({ zoo: { a: 'x\n' }, lib: { a: 'x\n' } });
    expect(await search({ query: 'x' })).toBe(`Matching lines: 2\na:1: x\n${world.roots[1]}/a:1: x`);
  });

  test('shows 200 lines a page, each line on one page', async () => {
    world = makeToolWorld({ app: { a: 'x\n'.repeat(150), b: 'x\n'.repeat(251) } });
    const pages = [
      await search({ query: 'x' }),
      await search({ query: 'x', page_number: 2 }),
      await search({ query: 'x', page_number: 3 }),
    ];
    const lines = pages.map((page) => page.split('\n'));
    expect(lines.map((page) => [page[0], page[1], page.length, page.at(-1)])).toEqual([
      ['Matching lines: 1 to 200 of 401', 'a:1: x', 202, '(There are more: ask for page_number 2)'],
      ['Matching lines: 201 to 400 of 401', 'b:51: x', 202, '(There are more: ask for page_number 3)'],
      ['Matching lines: 401 to 401 of 401', 'b:251: x', 2, 'b:251: x'],
    ]);
    expect(await errorOf(() => search({ query: 'x', page_number: 4 }))).toMatchObject({
      name: 'InvalidParamsError',
      message: 'page_number 4 is beyond the end: the matching lines fill 3 pages.',
    });
  });

  test('says that there are more lines than were looked for', async () => {
    world = makeToolWorld({ app: { a: 'x\n'.repeat(10_001) } });
    expect((await search({ query: 'x' })).split('\n')[0]).toBe('Matching lines: 1 to 200 of 10000 or more');
  });

  test('cuts a long line around its match and keeps emoji whole', async () => {
    world = makeToolWorld({ app: { a: `${'😀'.repeat(1_000)}needle${'😀'.repeat(1_000)}\n` } });
    expect(await search({ query: 'needle' })).toBe(
      `Matching lines: 1\na:1: …${'😀'.repeat(50)}needle${'😀'.repeat(197)}… [cut: the line has 4006 characters]`,
    );
  });

  test('keeps a page of long lines within 100,000 characters', async () => {
    world = makeToolWorld({ app: { a: `${'x'.repeat(100_000)}\n`.repeat(201) } });
    const pages = [await search({ query: 'x' }), await search({ query: 'x', page_number: 2 })];
    const numbers = pages.map((page) =>
      /^Matching lines: (\d+) to (\d+) of 201\n/.exec(page)?.slice(1).map(Number),
    );
    const [[first, last = 0] = [], second] = numbers;
    expect([first, second]).toEqual([1, [last + 1, 201]]);
    expect(pages.map((page) => page.length < 100_000)).toEqual([true, true]);
    expect(pages[0]?.split('\n').at(-1)).toBe('(There are more: ask for page_number 2)');
  });

  test('says which lines were passed over because the pattern takes too long on them', async () => {
    world = makeToolWorld(
      { app: { a: 'x' } },
      {
        asks: {
          async *grep() {
            const root = world.roots[0] ?? ('' as AbsPath);
            const path = 'a' as RelPath;
            const match = { root, path, line: 1, column: 1, text: 'x', before: [], after: [] };
            const matches: GrepMatch[] = isFound ? [match] : [];
            const unfinished = [{ root, path: 'b' as RelPath, line: 7 }];
            yield {
              matches,
              summary: {
                filesSearched: 2,
                matches: matches.length,
                isCapped: false,
                unreadable: 0,
                unfinished,
              },
            };
          },
        },
      },
    );
    const note =
      '(b was searched but for line 7 and lines like it, on which the pattern takes too long. They may match.)';
    let isFound = true;
    expect(await search({ query: 'x' })).toBe(`Matching lines: 1\n${note}\na:1: x`);
    isFound = false;
    expect(await search({ query: 'x' })).toBe(`No line contains "x" (2 files searched).\n${note}`);
  });

  test.each([
    [String.raw`y\|z`, true, '\n(\\| is the character | here; alternatives are written a|b.)'],
    [String.raw`y\\|z`, true, ''],
    [String.raw`y\|z`, false, ''],
    ['y|z', true, ''],
  ])('finds nothing for %j (regular expression: %s) and adds %j', async (query, is_regex, advice) => {
    world = makeToolWorld({ app: { a: 'x\n' } });
    const nothing = `No line contains ${JSON.stringify(query)} (1 file searched).`;
    expect(await search({ query, is_regex })).toBe(nothing + advice);
  });

  test('says that nothing was found, in how many files, and what could not be read', async () => {
    world = makeToolWorld({ app: { a: '', b: '' } });
    expect(await search({ query: 'x' })).toBe('No line contains "x" (2 files searched).');
    world.dispose();
    const summary = { filesSearched: 2, matches: 0, isCapped: false, unreadable: 1 };
    world = makeToolWorld(
      { app: {} },
      {
        asks: {
          async *grep() {
            yield { matches: [], summary };
          },
        },
      },
    );
    expect(await search({ query: 'x' })).toBe(
      'No line contains "x" (2 files searched, 1 file could not be read).',
    );
  });

  test('says that there was no file to search', async () => {
    world = makeToolWorld({ app: { 'src/a': 'x' } });
    writeFiles(world.base, { 'app/ignored/a': 'x' });
    expect(await search({ query: 'x', search_in_folder: 'ignored' })).toBe(
      'There was no file to search: what the ignore rules leave out is not searched.',
    );
  });

  test.each<[what: string, uri: string, error: object]>([
    ['does not exist', 'aa', { name: 'FileNotFoundError', details: { path: 'aa', suggestions: ['a'] } }],
    ['lies outside', '..', { name: 'WorkspaceBoundaryError' }],
  ])('refuses a folder that %s', async (_, search_in_folder, error) => {
    world = makeToolWorld({ app: { a: '' } });
    expect(await errorOf(() => search({ query: 'x', search_in_folder }))).toMatchObject(error);
  });

  test('stops when it is cancelled between two batches', async () => {
    const controller = new AbortController();
    const reason = new Error('enough');
    let isEnded = false;
    world = makeToolWorld(
      { app: {} },
      {
        asks: {
          async *grep() {
            try {
              controller.abort(reason);
              yield { matches: [] };
              yield { matches: [] };
            } finally {
              isEnded = true;
            }
          },
        },
      },
    );
    const tool = createSearchForFilesTool(world.deps);
    const context = { ...world.context, signal: controller.signal };
    expect(await errorOf(() => observe(tool, { query: 'x' }, context))).toBe(reason);
    expect(isEnded).toBe(true);
  });

  /**
   * **Feature: vscode-agent, property 8: grep results contain the pattern**
   */
  test('property 8: every line that is shown contains the query, however long it is', async () => {
    const filler = fc.string({ unit: fc.constantFrom('a', '😀', ' ', '.'), minLength: 0, maxLength: 2_000 });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(filler, fc.boolean(), filler), { minLength: 1, maxLength: 4 }),
        async (lines) => {
          const text = lines
            .map(([before, hasMatch, after]) => `${before}${hasMatch ? 'NeEdle' : ''}${after}`)
            .join('\n');
          world = makeToolWorld({ app: { file: text } });
          try {
            const [heading, ...shown] = (await search({ query: 'needle' })).split('\n');
            const matching = lines.flatMap(([, hasMatch], index) => (hasMatch ? [index + 1] : []));
            expect(shown.map((line) => Number(line.split(':')[1]))).toEqual(matching);
            expect(shown.every((line) => line.includes('NeEdle') && line.length < 600)).toBe(true);
            expect(heading).toBe(
              matching.length > 0
                ? `Matching lines: ${matching.length}`
                : 'No line contains "needle" (1 file searched).',
            );
          } finally {
            world.dispose();
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { GrepSummary, UnsavedFile } from '../../../../src/actors/protocol/workspace.js';
import { createSearchForFilesTool } from '../../../../src/actors/tools/search/search-for-files.js';
import { createSearchInFileTool } from '../../../../src/actors/tools/search/search-in-file.js';
import { nodeFiles } from '../../../../src/host/node/files.js';
import { errorOf } from '../../../doubles/error-of.js';
import { makeToolWorld, observe, type ToolWorld } from '../tool-world.js';

let world: ToolWorld;

afterEach(() => {
  world.dispose();
});

function search(raw: unknown): Promise<string> {
  return observe(createSearchInFileTool(world.deps), raw, world.context);
}

function makeWorldThatFinds(summary: Partial<GrepSummary>): void {
  world = makeToolWorld(
    { app: { 'a.ts': '' } },
    {
      asks: {
        async *grep() {
          yield {
            matches: [],
            summary: { filesSearched: 1, matches: 0, isCapped: false, unreadable: 0, ...summary },
          };
        },
      },
    },
  );
}

describe('search_in_file', () => {
  test('shows the matching lines of one file', async () => {
    world = makeToolWorld({ app: { 'src/a.ts': 'foo\nbar\nFoo\n', 'src/b.ts': 'foo\n' } });
    expect(await search({ uri: 'src/a.ts', query: 'foo' })).toBe(
      'Matching lines in src/a.ts: 2\n1: foo\n3: Foo',
    );
    expect(await search({ uri: 'src/a.ts', query: '^b', is_regex: 'true' })).toBe(
      'Matching lines in src/a.ts: 1\n2: bar',
    );
  });

  test('has the files searched as they are that are not saved, those that are asked about and no others', async () => {
    const asked: (readonly string[])[] = [];
    world = makeToolWorld(
      { app: { 'src/a.ts': '', 'src/b.ts': '', 'c.ts': '' } },
      {
        asks: {
          async *grep({ unsaved = [] }) {
            asked.push(unsaved.map(({ path }) => path.slice(world.base.length)));
            yield { matches: [], summary: { filesSearched: 1, matches: 0, isCapped: false, unreadable: 0 } };
          },
        },
      },
    );
    const names = ['app/src/a.ts', 'app/src/b.ts', 'app/c.ts', 'other/a.ts'];
    const typed = names.map((name): UnsavedFile => {
      return { path: join(world.base, name), content: Buffer.from('x') };
    });
    const deps = { ...world.deps, files: { ...nodeFiles, listUnsaved: async () => typed } };
    const query = 'x';
    await observe(createSearchInFileTool(deps), { uri: 'src/a.ts', query }, world.context);
    await observe(createSearchForFilesTool(deps), { search_in_folder: 'src', query }, world.context);
    await observe(createSearchForFilesTool(deps), { query }, world.context);
    const inSrc = ['/app/src/a.ts', '/app/src/b.ts'];
    expect(asked).toEqual([['/app/src/a.ts'], inSrc, [...inSrc, '/app/c.ts']]);
  });

  test('shows the first 200 lines and says how many there are', async () => {
    world = makeToolWorld({ app: { a: 'x\n'.repeat(300) } });
    const lines = (await search({ uri: 'a', query: 'x' })).split('\n');
    expect([lines[0], lines.length, lines.at(-1)]).toEqual([
      'Matching lines in a: the first 200 of 300',
      201,
      '200: x',
    ]);
  });

  test('says that no line matches', async () => {
    world = makeToolWorld({ app: { a: 'y\n' } });
    expect(await search({ uri: 'a', query: 'x' })).toBe('No line of a contains "x".');
  });

  test.each<[what: string, summary: Partial<GrepSummary>, observation: string]>([
    [
      'was not searched',
      { filesSearched: 0 },
      'a.ts was not searched: it is binary, or the ignore rules leave it out. read_file may show it.',
    ],
    ['could not be read', { unreadable: 1 }, 'a.ts could not be read.'],
  ])('says that a file %s', async (_, summary, observation) => {
    makeWorldThatFinds(summary);
    expect(await search({ uri: 'a.ts', query: 'x' })).toBe(observation);
  });

  test.each<[what: string, uri: string, error: object]>([
    ['a directory', 'src', { name: 'ToolExecutionError' }],
    ['what does not exist', 'src/b', { name: 'FileNotFoundError' }],
    ['what lies outside', '../a', { name: 'WorkspaceBoundaryError' }],
  ])('refuses %s', async (_, uri, error) => {
    world = makeToolWorld({ app: { 'src/a': '' } });
    expect(await errorOf(() => search({ uri, query: 'x' }))).toMatchObject(error);
  });
});

import { afterEach, expect, test } from 'vitest';
import { createLsDirTool } from '../../../../src/actors/tools/files/ls-dir.js';
import { errorOf } from '../../../doubles/error-of.js';
import { makeToolWorld, observe, type ToolWorld } from '../tool-world.js';

let world: ToolWorld;

afterEach(() => {
  world.dispose();
});

function ls(raw: unknown): Promise<string> {
  return observe(createLsDirTool(world.deps), raw, world.context);
}

function numbered(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`f${String(index + 1).padStart(4, '0')}`, '']),
  );
}

test('ls_dir lists a directory, with marks behind directories and links', async () => {
  world = makeToolWorld({ app: { 'src/b.ts': '', 'src/a.link': '', 'src/deep/c.ts': '', 'top.ts': '' } });
  expect(await ls({ uri: './src/' })).toBe('src: 3 entries\ndeep/\na.link (symbolic link)\nb.ts');
});

test('ls_dir lists the root when no directory is named', async () => {
  world = makeToolWorld({ app: { 'src/b.ts': '', 'top.ts': '' } });
  expect(await ls({})).toBe('.: 2 entries\nsrc/\ntop.ts');
});

test('ls_dir lists every root when there are several', async () => {
  world = makeToolWorld({ app: { 'a.ts': '' }, lib: { 'b.ts': '', 'c.ts': '' } });
  expect(await ls({ uri: '' })).toBe(`.: 1 entry\na.ts\n${world.roots[1]}: 2 entries\nb.ts\nc.ts`);
});

test('ls_dir says that no folder is open', async () => {
  world = makeToolWorld({});
  expect(await ls({})).toBe('No folder is open.');
});

test('ls_dir says that a directory is empty', async () => {
  world = makeToolWorld(
    { app: { 'empty/.keep': '' } },
    { asks: { list: () => ({ children: [], hasNextPage: false, hasPrevPage: false, itemsRemaining: 0 }) } },
  );
  expect(await ls({ uri: 'empty' })).toBe('empty: no entries');
});

test('ls_dir quotes a name that would look like two', async () => {
  world = makeToolWorld({ app: { 'a\nb': '' } });
  expect(await ls({})).toBe('.: 1 entry\n"a\\nb"');
});

test('ls_dir pages by 500 entries and says how many follow', async () => {
  world = makeToolWorld({ app: numbered(1_001) });
  const lines = async (page: number): Promise<string[]> => (await ls({ page_number: page })).split('\n');
  const [first, second, third] = [await lines(1), await lines(2), await lines(3)];
  expect([first[0], first[1], first.at(-2), first.at(-1), first.length]).toEqual([
    '.: 1 to 500 of 1001 entries',
    'f0001',
    'f0500',
    '(501 more: ask for page_number 2)',
    502,
  ]);
  expect([second[0], second[1], second.at(-1)]).toEqual([
    '.: 501 to 1000 of 1001 entries',
    'f0501',
    '(1 more: ask for page_number 3)',
  ]);
  expect(third).toEqual(['.: 1001 to 1001 of 1001 entries', 'f1001']);
  expect(await errorOf(() => ls({ page_number: 4 }))).toMatchObject({
    name: 'InvalidParamsError',
    message: 'page_number 4 is beyond the last page.',
  });
});

test('ls_dir lists the page of every root that has it', async () => {
  world = makeToolWorld({ app: numbered(501), lib: { 'b.ts': '' } });
  expect(await ls({ page_number: 2 })).toBe(
    `.: 501 to 501 of 501 entries\nf0501\n${world.roots[1]}: no more entries`,
  );
});

test('ls_dir keeps an observation of long names within 100,000 characters', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`${index}${'n'.repeat(240)}`, '']),
  );
  world = makeToolWorld({ app: files });
  const text = await ls({});
  expect(text.length).toBeLessThanOrEqual(100_100);
  expect(text.slice(text.lastIndexOf('\n') + 1)).toBe('(91 more lines do not fit here)');
});

test.each<[what: string, uri: string, error: object]>([
  [
    'a file',
    'a.ts',
    { name: 'ToolExecutionError', message: 'a.ts is not a directory: read_file shows what is in a file.' },
  ],
  [
    'what does not exist',
    'ab',
    { name: 'FileNotFoundError', message: 'ab does not exist. The closest names are: a.ts.' },
  ],
  ['what lies outside', '..', { name: 'WorkspaceBoundaryError' }],
])('ls_dir refuses %s', async (_, uri, error) => {
  world = makeToolWorld({ app: { 'a.ts': '' } });
  expect(await errorOf(() => ls({ uri }))).toMatchObject(error);
});

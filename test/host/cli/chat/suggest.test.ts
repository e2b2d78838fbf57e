import { expect, test } from 'vitest';
import type { Workspace } from '../../../../src/host/workspace.js';
import { suggest } from '../../../../src/host/cli/chat/suggest.js';

const options = { limit: 8, signal: new AbortController().signal };

function workspaceWith(...paths: readonly string[]) {
  const queries: string[] = [];
  const search = (query: string) => {
    queries.push(query);
    return Promise.resolve({
      hits: paths.map((path) => ({ path: path.replace(/\/$/, ''), isDir: path.endsWith('/') })),
    });
  };
  return { queries, load: () => Promise.resolve({ search } as unknown as Workspace) };
}

test('a path is completed from the index, in quotation marks where a mention needs them', async () => {
  const { queries, load } = workspaceWith('src/a.ts', 'my notes.md', 'src/', 'my dir/', "it's", 'a:10');
  expect(await suggest({ kind: 'path', from: 4, text: '@a' }, load, options)).toEqual([
    { text: '@src/a.ts ', label: 'src/a.ts' },
    { text: '@"my notes.md" ', label: 'my notes.md' },
    { text: '@src/', label: 'src/' },
    { text: '@"my dir/', label: 'my dir/' },
    { text: '@"it\'s" ', label: "it's" },
    { text: '@"a:10" ', label: 'a:10' },
  ]);
  await suggest({ kind: 'path', from: 0, text: '@' }, load, options);
  await suggest({ kind: 'path', from: 0, text: '@"my n' }, load, options);
  expect(queries).toEqual(['a', './', 'my n']);
});

test('a name that would act on the terminal, or hides something, is not put into the line', async () => {
  const { load } = workspaceWith('a\u001b[2J.ts', 'b\n.ts', 'c\u202e.ts', 'fine.ts');
  expect(await suggest({ kind: 'path', from: 0, text: '@' }, load, options)).toEqual([
    { text: '@fine.ts ', label: 'fine.ts' },
  ]);
});

test('a command is completed from the table, with what it does', async () => {
  const { load } = workspaceWith();
  const found = await suggest({ kind: 'command', from: 0, text: '/mo' }, load, options);
  expect(found.map(({ text }) => text)).toEqual(['/model ', '/mode ']);
  expect(await suggest({ kind: 'command', from: 0, text: '/nope' }, load, options)).toEqual([]);
});

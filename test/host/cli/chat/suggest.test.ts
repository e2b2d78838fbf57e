import { expect, test } from 'vitest';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import type { Workspace } from '../../../../src/host/workspace.js';
import { toVisibleName } from '../../../../src/host/markdown/visible-text.js';
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
  return { queries, sources: { loadWorkspace: () => Promise.resolve({ search } as unknown as Workspace) } };
}

test('a path is completed from the index, in quotation marks where a mention needs them', async () => {
  const { queries, sources } = workspaceWith('src/a.ts', 'my notes.md', 'src/', 'my dir/', "it's", 'a:10');
  expect(await suggest({ kind: 'path', from: 4, text: '@a' }, sources, options)).toEqual([
    { text: '@src/a.ts ', label: 'src/a.ts' },
    { text: '@"my notes.md" ', label: 'my notes.md' },
    { text: '@src/', label: 'src/' },
    { text: '@"my dir/', label: 'my dir/' },
    { text: '@"it\'s" ', label: "it's" },
    { text: '@"a:10" ', label: 'a:10' },
  ]);
  await suggest({ kind: 'path', from: 0, text: '@' }, sources, options);
  await suggest({ kind: 'path', from: 0, text: '@"my n' }, sources, options);
  expect(queries).toEqual(['a', './', 'my n']);
});

test('a name that would act on the terminal, or hides something, is not put into the line', async () => {
  const { sources } = workspaceWith('a\u001b[2J.ts', 'b\n.ts', 'c\u202e.ts', 'fine.ts');
  expect(await suggest({ kind: 'path', from: 0, text: '@' }, sources, options)).toEqual([
    { text: '@fine.ts ', label: 'fine.ts' },
  ]);
});

test('a command is completed from the table, with what it does', async () => {
  const { sources } = workspaceWith();
  const found = await suggest({ kind: 'command', from: 0, text: '/mo' }, sources, options);
  expect(found.map(({ text }) => text)).toEqual(['/model ', '/models ', '/mode ']);
  expect(await suggest({ kind: 'command', from: 0, text: '/nope' }, sources, options)).toEqual([]);
});

test("a command of people's own is completed with what it does and whose it is", async () => {
  const { sources } = workspaceWith();
  const own = [
    { name: 'git:look', description: 'Looks', from: 'person', path: '/own/git/look.md' as AbsPath } as const,
  ];
  expect(
    await suggest(
      { kind: 'command', from: 0, text: '/git:' },
      { ...sources, loadOwnCommands: () => Promise.resolve(own) },
      options,
    ),
  ).toEqual([{ text: '/git:look ', note: 'Looks (your own)' }]);
});

test('a resource of a server is completed by its address or its name, in quotation marks where a mention needs them', async () => {
  const { sources, queries } = workspaceWith('docs/');
  const resources = [
    { uri: 'file:///guide.md', name: 'Guide' },
    { uri: 'db://host:5432', name: 'Tables\u001b[2J' },
    { uri: 'x:\u202ehidden', name: 'Hidden' },
  ];
  const complete = (text: string) =>
    suggest(
      { kind: 'path', from: 0, text },
      { ...sources, listResources: () => [{ server: 'docs', resources }] },
      options,
    );
  expect(await complete('@do')).toEqual([
    { text: '@docs:', note: 'the resources of the MCP server docs' },
    { text: '@docs/', label: 'docs/' },
  ]);
  expect(await complete('@docs:')).toEqual([
    { text: '@docs:file:///guide.md ', label: 'file:///guide.md', note: 'Guide' },
    {
      text: '@"docs:db://host:5432" ',
      label: 'db://host:5432',
      note: toVisibleName('Tables\u001b[2J'),
    },
  ]);
  expect((await complete('@docs:GUI')).map(({ label }) => label)).toEqual(['file:///guide.md']);
  expect(queries).toEqual(['do']);
});

test('the name of a model is completed from those that are known, by any part of it', async () => {
  const { sources } = workspaceWith();
  const loadModelNames = () => Promise.resolve(['a/claude-opus-5', 'b/gpt-6-luna', 'b/evil\u001b[2J-opus']);
  expect(
    await suggest({ kind: 'model', from: 7, text: 'OPUS' }, { ...sources, loadModelNames }, options),
  ).toEqual([{ text: 'a/claude-opus-5' }]);
  expect(await suggest({ kind: 'model', from: 7, text: '' }, sources, options)).toEqual([]);
});

import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CancellationError } from '../../../src/actors/protocol/errors.js';
import type { McpServerStatus } from '../../../src/actors/protocol/mcp.js';
import { createResourceReader } from '../../../src/host/mcp/create-resource-reader.js';
import { findMentions } from '../../../src/host/attachments/find-mentions.js';
import { makeToolWorld, type ToolWorld } from '../../actors/tools/tool-world.js';
import { errorOf } from '../../doubles/error-of.js';

let world: ToolWorld;
beforeEach(() => {
  world = makeToolWorld({ work: { 'src/a.ts': 'a\n', 'my notes.md': 'b\n', 'scope/package': 'c\n' } });
  writeFileSync(join(world.base, 'outside.txt'), 'secret\n');
});
afterEach(() => {
  world.dispose();
});

const find = (text: string) => findMentions({ text }, world.deps, world.context.signal);

test('files, lines and folders that exist are attached, and the text stays as it was typed', async () => {
  const text = 'Compare @src/a.ts:1-2, (@src/a.ts:1-2), (@"my notes.md") and @src/. Also @scope/package:1!';
  expect(await find(text)).toEqual({
    input: {
      text,
      attachments: [
        { kind: 'file', path: 'src/a.ts', range: { startLine: 1, endLine: 2 } },
        { kind: 'file', path: 'my notes.md' },
        { kind: 'folder', path: 'src/' },
        { kind: 'file', path: 'scope/package', range: { startLine: 1, endLine: 1 } },
      ],
    },
    notices: [],
  });
});

test.each([
  'me@example.com and @me wrote @types/node for @angular/core:2.',
  '@@ -1,3 +1,4 @@ @Input() @media (min-width: 1px)',
  'https://a.b/@user/x and @https://a.b',
  '@src/nowhere.ts',
])('what is no file stays text, without a word: %s', async (text) => {
  expect(await find(text)).toEqual({ input: { text, attachments: [] }, notices: [] });
});

test('an escaped mention is text without its backslash', async () => {
  expect(await find('\\@src/a.ts')).toEqual({ input: { text: '@src/a.ts', attachments: [] }, notices: [] });
});

test.each([
  [
    '@./src/alpha.ts',
    /^@\.\/src\/alpha\.ts is not attached: src\/alpha\.ts does not exist\. The closest names are: src\/a\.ts\.$/,
  ],
  ['@"my note.md"', /^@"my note\.md" is not attached: my note\.md does not exist\. /],
  [
    '@../outside.txt',
    /^@\.\.\/outside\.txt is not attached: "\.\.\/outside\.txt" is outside the workspace: /,
  ],
  ['@/etc/passwd', /^@\/etc\/passwd is not attached: "\/etc\/passwd" is outside the workspace: /],
])('what is certainly meant as a path and cannot be attached is named: %s', async (text, notice) => {
  const { input, notices } = await find(`See ${text}, please`);
  expect(input.attachments).toEqual([]);
  expect(notices).toEqual([expect.stringMatching(notice) as string]);
});

test('nothing outside the roots is told from what does not exist', async () => {
  symlinkSync(world.base, join(world.roots[0] ?? '', 'up'));
  expect((await find('@up/outside.txt')).input.attachments).toEqual([]);
  const [there, gone] = await Promise.all(
    ['outside', 'nowhere'].map(async (name) => (await find(`@./up/${name}.txt`)).notices.join('')),
  );
  expect(there).toBe(gone?.replaceAll('nowhere', 'outside'));
});

test('what is attached already comes behind what the text mentions', async () => {
  const output = { kind: 'output', name: 'standard input', text: 'x' } as const;
  const { input } = await findMentions(
    { text: '@src/a.ts', attachments: [output] },
    world.deps,
    world.context.signal,
  );
  expect(input.attachments).toEqual([{ kind: 'file', path: 'src/a.ts' }, output]);
});

test('the search for mentions ends when it is cancelled', async () => {
  const reason = new CancellationError('Stopped.', {});
  expect(
    await errorOf(() => findMentions({ text: '@src/a.ts' }, world.deps, AbortSignal.abort(reason))),
  ).toBe(reason);
});

test('a resource of a server is attached, and one that cannot be read is said', async () => {
  const servers = {
    list: () => [{ name: 'docs' }, { name: 'src' }] as unknown as readonly McpServerStatus[],
    readResource: (server: string, uri: string) =>
      uri === 'gone'
        ? Promise.reject(new Error('There is no such resource.'))
        : Promise.resolve([{ kind: 'output', name: `${server}:${uri}`, text: uri } as const]),
  };
  const text = '@docs:file:///a.md, @docs:db://host:10-20 @docs:gone @other:a @docs: and @src/a.ts';
  const deps = { ...world.deps, readResource: createResourceReader(servers) };
  expect(await findMentions({ text }, deps, world.context.signal)).toEqual({
    input: {
      text,
      attachments: [
        { kind: 'output', name: 'docs:file:///a.md', text: 'file:///a.md' },
        { kind: 'output', name: 'docs:db://host:10-20', text: 'db://host:10-20' },
        { kind: 'file', path: 'src/a.ts' },
      ],
    },
    notices: ['@docs:gone is not attached: There is no such resource.'],
  });
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { createGetDirTreeTool } from '../../../../src/actors/tools/files/get-dir-tree.js';
import { errorOf } from '../../../doubles/error-of.js';
import { makeToolWorld, observe, type ToolWorld } from '../tool-world.js';

let world: ToolWorld;

beforeEach(() => {
  world = makeToolWorld({ app: { 'src/a.ts': '' } });
});

afterEach(() => {
  world.dispose();
});

function tree(raw: unknown): Promise<string> {
  return observe(createGetDirTreeTool(world.deps), raw, world.context);
}

test('get_dir_tree shows the tree that the workspace actor draws', async () => {
  expect(await tree({ uri: 'src' })).toBe(`Directory of ${world.roots[0]}/src:`);
  expect(world.workspace.received).toEqual([{ kind: 'tree', arg: { root: world.roots[0], path: 'src' } }]);
});

test.each<[what: string, uri: string, error: object]>([
  ['a file', 'src/a.ts', { message: 'src/a.ts is not a directory: read_file shows what is in a file.' }],
  ['what does not exist', 'srcs', { name: 'FileNotFoundError' }],
  ['what lies outside', '/', { name: 'WorkspaceBoundaryError' }],
])('get_dir_tree refuses %s', async (_, uri, error) => {
  expect(await errorOf(() => tree({ uri }))).toMatchObject(error);
});

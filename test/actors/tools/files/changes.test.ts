import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ChangeRecord, Tool } from '../../../../src/actors/protocol/tool.js';
import type { AbsPath } from '../../../../src/actors/protocol/workspace.js';
import { runTool } from '../../../../src/actors/tools/calls/run-tool.js';
import { createCreateFileOrFolderTool } from '../../../../src/actors/tools/files/create-file-or-folder.js';
import { createDeleteFileOrFolderTool } from '../../../../src/actors/tools/files/delete-file-or-folder.js';
import { createEditFileTool } from '../../../../src/actors/tools/files/edit-file.js';
import { createRewriteFileTool } from '../../../../src/actors/tools/files/rewrite-file.js';
import { hashOf } from '../../../../src/actors/tools/text/content-hash.js';
import { makeToolWorld, type ToolWorld } from '../tool-world.js';

let world: ToolWorld;
beforeEach(() => {
  world = makeToolWorld({ app: { 'a.ts': 'one\ntwo\n', 'b.ts': 'x\n', 'empty/gone.ts': '' } });
});
afterEach(() => {
  world.dispose();
});

const at = (path: string): AbsPath => join(world.base, 'app', path) as AbsPath;
const patch = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');

/** The changes that the result of a call carries. */
async function changesOf<Params>(
  tool: Tool<Params>,
  raw: Record<string, unknown>,
): Promise<readonly ChangeRecord[] | undefined> {
  const result = await runTool(tool, tool.validate(raw), world.context);
  expect(result.outcome).toBe('success');
  return result.changes;
}

test('an edit carries each of its changes: edited, new, deleted and moved files', async () => {
  const text = patch(
    '*** Update File: a.ts',
    '*** Move to: c.ts',
    '@@',
    ' one',
    '-two',
    '+2',
    '*** Add File: new.ts',
    '+hello',
    '*** Delete File: b.ts',
  );
  const changes = await changesOf(createEditFileTool(world.deps), {
    uri: 'a.ts',
    search_replace_blocks: text,
  });
  expect(changes).toEqual([
    {
      kind: 'moved',
      path: at('c.ts'),
      from: at('a.ts'),
      hunks: [{ oldStart: 1, oldLines: 2, newStart: 1, newLines: 2, lines: [' one', '-two', '+2'] }],
      addedLines: 1,
      removedLines: 1,
    },
    expect.objectContaining({ kind: 'created', path: at('new.ts'), addedLines: 1, removedLines: 0 }),
    expect.objectContaining({ kind: 'deleted', path: at('b.ts'), addedLines: 0, removedLines: 1 }),
  ]);
});

test('whatever writes, makes or deletes a file or folder says so', async () => {
  const rewrite = createRewriteFileTool(world.deps);
  const create = createCreateFileOrFolderTool(world.deps);
  const remove = createDeleteFileOrFolderTool(world.deps);
  expect(await changesOf(rewrite, { uri: 'n.ts', new_content: 'a\n' })).toMatchObject([
    { kind: 'created', path: at('n.ts'), addedLines: 1 },
  ]);
  expect(await changesOf(rewrite, { uri: 'n.ts', new_content: 'b\nc\n' })).toMatchObject([
    { kind: 'modified', path: at('n.ts'), addedLines: 2, removedLines: 1 },
  ]);
  expect(await changesOf(create, { uri: 'made/' })).toEqual([
    { kind: 'created', path: at('made'), isDirectory: true },
  ]);
  expect(await changesOf(create, { uri: 'made/file' })).toEqual([{ kind: 'created', path: at('made/file') }]);
  expect(await changesOf(remove, { uri: 'b.ts' })).toEqual([{ kind: 'deleted', path: at('b.ts') }]);
  await changesOf(remove, { uri: 'empty/gone.ts' });
  expect(await changesOf(remove, { uri: 'empty' })).toEqual([
    { kind: 'deleted', path: at('empty'), isDirectory: true },
  ]);
});

test.each([
  ['edit_file', { search_replace_blocks: '<<<<<<< ORIGINAL\ntwo\n=======\n2\n>>>>>>> UPDATED' }],
  ['rewrite_file', { new_content: 'one\n2\n' }],
])('%s runs the plan that its preview has kept, and reads the file no second time', async (name, params) => {
  let reads = 0;
  const files = { ...world.deps.files };
  const deps = {
    ...world.deps,
    files: {
      ...files,
      readFile: (path: AbsPath, signal?: AbortSignal) => {
        reads++;
        return files.readFile(path, signal);
      },
    },
  };
  const tool = (name === 'edit_file' ? createEditFileTool(deps) : createRewriteFileTool(deps)) as Tool;
  const call = tool.validate({ uri: 'a.ts', ...params });
  world.context.reads?.set(at('a.ts'), await hashOf(Buffer.from('one\ntwo\n')));
  let plan: unknown;
  await tool.preview?.(call, { ...world.context, keepPlan: (kept) => (plan = kept) });
  const before = reads;
  const { outcome } = await runTool(tool, call, { ...world.context, plan });
  expect({ outcome, again: reads - before }).toEqual({ outcome: 'success', again: 0 });
});

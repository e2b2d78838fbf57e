import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PermissionDeniedError } from '../../../../src/actors/protocol/errors.js';
import type { FileChanges } from '../../../../src/actors/protocol/file-changes.js';
import type { Tool } from '../../../../src/actors/protocol/tool.js';
import { createCreateFileOrFolderTool } from '../../../../src/actors/tools/files/create-file-or-folder.js';
import { createDeleteFileOrFolderTool } from '../../../../src/actors/tools/files/delete-file-or-folder.js';
import { createEditFileTool } from '../../../../src/actors/tools/files/edit-file.js';
import { createRewriteFileTool } from '../../../../src/actors/tools/files/rewrite-file.js';
import { errorOf } from '../../../doubles/error-of.js';
import { makeToolWorld, type ToolWorld } from '../tool-world.js';

let world: ToolWorld;
beforeEach(() => {
  world = makeToolWorld({ app: { 'src/a.ts': 'a\n' } });
});
afterEach(() => {
  world.dispose();
});

/** A disk on which nothing can be changed. */
function refusing(): FileChanges {
  const refuse = async (path: string): Promise<never> => {
    throw new PermissionDeniedError(`${path} cannot be changed: the disk is read-only.`, { path });
  };
  const pathOf = (changes: Parameters<FileChanges['apply']>[0]): string => {
    const [change] = changes;
    return change === undefined ? '' : change.kind === 'move' ? change.to : change.path;
  };
  return {
    check: (changes) => refuse(pathOf(changes)),
    apply: (changes) => refuse(pathOf(changes)),
    recover: () => Promise.resolve([]),
  };
}

const BLOCK = '<<<<<<< ORIGINAL\na\n=======\nb\n>>>>>>> UPDATED\n';

type Create = (deps: ToolWorld['deps']) => unknown;

describe.each<[name: string, create: Create, uri: string, params: object]>([
  ['edit_file', createEditFileTool, 'src/a.ts', { search_replace_blocks: BLOCK }],
  ['rewrite_file', createRewriteFileTool, 'src/new.ts', { new_content: 'b\n' }],
  ['create_file_or_folder', createCreateFileOrFolderTool, 'src/new.ts', {}],
  ['delete_file_or_folder', createDeleteFileOrFolderTool, 'src/a.ts', {}],
])('what the disk refuses to %s', (_, create, uri, params) => {
  test.each(['preview', 'run'] as const)('is named by its %s as the model knows it', async (step) => {
    writeFileSync(join(world.roots[0] ?? '', 'src/a.ts'), 'a\n');
    const tool = create({ ...world.deps, changes: refusing() }) as Tool<never>;
    const validated = tool.validate({ uri, ...params });
    const error = await errorOf(async () => tool[step]?.(validated, world.context));
    expect(error).toBeInstanceOf(PermissionDeniedError);
    expect(error).toMatchObject({
      message: `${uri} cannot be changed: the disk is read-only.`,
      details: { path: uri },
    });
  });
});

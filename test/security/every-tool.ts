import type { AttachmentRef } from '../../src/actors/protocol/attachment.js';
import { ToolExecutionError } from '../../src/actors/protocol/errors.js';
import type { ReadLog } from '../../src/actors/protocol/file-changes.js';
import { printMention } from '../../src/actors/threads/mention-text.js';
import type { Tool, ToolContext } from '../../src/actors/protocol/tool.js';
import { createCreateFileOrFolderTool } from '../../src/actors/tools/files/create-file-or-folder.js';
import { createDeleteFileOrFolderTool } from '../../src/actors/tools/files/delete-file-or-folder.js';
import { createEditFileTool } from '../../src/actors/tools/files/edit-file.js';
import { createGetDirTreeTool } from '../../src/actors/tools/files/get-dir-tree.js';
import { createLsDirTool } from '../../src/actors/tools/files/ls-dir.js';
import { createReadFileTool } from '../../src/actors/tools/files/read-file.js';
import { createReadLintErrorsTool } from '../../src/actors/tools/files/read-lint-errors.js';
import { createRewriteFileTool } from '../../src/actors/tools/files/rewrite-file.js';
import { createSearchForFilesTool } from '../../src/actors/tools/search/search-for-files.js';
import { createSearchInFileTool } from '../../src/actors/tools/search/search-in-file.js';
import type { ChangingToolDeps } from '../../src/actors/tools/gate/tool-deps.js';
import { findMentions } from '../../src/host/attachments/find-mentions.js';
import { resolveAttachments } from '../../src/host/attachments/resolve-attachments.js';
import { observe } from '../actors/tools/tool-world.js';
import { SECRET } from './gauntlet-world.js';

/** A way to hand a path to a tool: what it says, or the error it ends with. */
export type Attempt = (deps: ChangingToolDeps, uri: string, context: ToolContext) => Promise<string>;

const attempt =
  <Params, Result>(
    create: (deps: ChangingToolDeps) => Tool<Params, Result>,
    params: (uri: string) => object,
  ): Attempt =>
  (deps, uri, context) =>
    observe(create(deps), params(uri), context);

/** As `attempt`, of what a person is shown before. */
const peek =
  <Params, Result>(
    create: (deps: ChangingToolDeps) => Tool<Params, Result>,
    params: (uri: string) => object,
  ): Attempt =>
  async (deps, uri, context) => {
    const tool = create(deps);
    return JSON.stringify(await tool.preview?.(tool.validate(params(uri)), context));
  };

const blocks = `<<<<<<< ORIGINAL\n${SECRET}\n=======\nbroken\n>>>>>>> UPDATED`;
const patch = (...lines: string[]): string => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n');
const edit = (text: (uri: string) => string) => (uri: string) => ({
  uri: 'a.ts',
  search_replace_blocks: text(uri),
});
const withBlocks = (uri: string): object => ({ uri, search_replace_blocks: blocks });
const update = (uri: string): string => patch(`*** Update File: ${uri}`, '@@', `-${SECRET}`, '+broken');
const add = (uri: string): string => patch(`*** Add File: ${uri}`, '+broken');
const remove = (uri: string): string => patch(`*** Delete File: ${uri}`);
const moveTo = (uri: string): string =>
  patch('*** Update File: src/b.ts', `*** Move to: ${uri}`, '@@', '-two', '+2');
const moveFrom = (uri: string): string => patch(`*** Update File: ${uri}`, '*** Move to: stolen.txt');

/** As `attempt`, of what a person attaches to a message. */
const attach =
  (toRef: (uri: string) => AttachmentRef): Attempt =>
  async (deps, uri, context) => {
    const reads: ReadLog = new Map();
    const resolved = await resolveAttachments(
      [toRef(uri)],
      { ...deps, roots: context.roots },
      {
        reads,
        signal: context.signal,
        budget: { maxTokens: Infinity, estimateTokens: (text) => text.length },
        imagesAllowed: true,
      },
    );
    for (const { problem } of resolved)
      if (problem !== undefined) throw new ToolExecutionError(problem, { tool: 'attachments' });
    return JSON.stringify([resolved, [...reads]]);
  };

/** As `attempt`, of what a person mentions in a message. */
const mention: Attempt = async (deps, uri, { signal }) => {
  const text = printMention({ path: uri });
  const { input, notices } = await findMentions({ text }, deps, signal);
  if (input.attachments?.length !== 1)
    throw new ToolExecutionError(`No mention. ${notices.join(' ')}`, { tool: 'mentions' });
  return 'It exists.';
};

const firstLine = { startLine: 1, endLine: 1 };

/** Every tool that takes a path, in every way it takes one; what reads comes first. */
export const ATTEMPTS: Readonly<Record<string, Attempt>> = {
  read_file: attempt(createReadFileTool, (uri) => ({ uri })),
  ls_dir: attempt(createLsDirTool, (uri) => ({ uri })),
  get_dir_tree: attempt(createGetDirTreeTool, (uri) => ({ uri })),
  search_for_files: attempt(createSearchForFilesTool, (uri) => ({ query: 'secret', search_in_folder: uri })),
  search_in_file: attempt(createSearchInFileTool, (uri) => ({ uri, query: 'secret' })),
  read_lint_errors: attempt(createReadLintErrorsTool, (uri) => ({ uri })),
  'attached file': attach((path) => ({ kind: 'file', path })),
  'attached lines': attach((path) => ({ kind: 'file', path, range: firstLine })),
  'attached folder': attach((path) => ({ kind: 'folder', path })),
  'attached selection': attach((path) => ({ kind: 'selection', path, range: firstLine, text: 'x' })),
  'attached diagnostics': attach((path) => ({ kind: 'diagnostics', path })),
  mention,
  'edit_file, shown': peek(createEditFileTool, withBlocks),
  'rewrite_file, shown': peek(createRewriteFileTool, (uri) => ({ uri, new_content: 'broken' })),
  'delete_file_or_folder, shown': peek(createDeleteFileOrFolderTool, (uri) => ({ uri, is_recursive: true })),
  edit_file: attempt(createEditFileTool, withBlocks),
  'edit_file, a patch that updates': attempt(createEditFileTool, edit(update)),
  'edit_file, a patch that adds': attempt(createEditFileTool, edit(add)),
  'edit_file, a patch that moves out': attempt(createEditFileTool, edit(moveTo)),
  'edit_file, a patch that moves in': attempt(createEditFileTool, edit(moveFrom)),
  'edit_file, a patch that deletes': attempt(createEditFileTool, edit(remove)),
  rewrite_file: attempt(createRewriteFileTool, (uri) => ({ uri, new_content: 'broken' })),
  create_file_or_folder: attempt(createCreateFileOrFolderTool, (uri) => ({ uri })),
  'create_file_or_folder, a folder': attempt(createCreateFileOrFolderTool, (uri) => ({ uri: `${uri}/` })),
  delete_file_or_folder: attempt(createDeleteFileOrFolderTool, (uri) => ({ uri, is_recursive: true })),
};

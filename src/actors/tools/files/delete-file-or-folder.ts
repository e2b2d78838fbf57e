import { z } from 'zod';
import { ToolExecutionError } from '../../protocol/errors.js';
import type { FileChange } from '../../protocol/file-changes.js';
import type { FileStat } from '../../protocol/ports.js';
import type { CallPreview, Tool, ToolContext } from '../../protocol/tool.js';
import { isInside } from '../../runtime/paths/is-inside.js';
import { hashOf } from '../text/content-hash.js';
import { countOf } from '../text/count-of.js';
import { checkShown } from '../gate/check-shown.js';
import { locate } from '../gate/locate.js';
import { FILE_PARAM_NAMES } from '../calls/param-synonyms.js';
import { applyChanges, checkChanges } from './apply-changes.js';
import { requireUnchanged } from './read-for-change.js';
import type { ChangingToolDeps } from '../gate/tool-deps.js';
import { buildValidation } from '../calls/validate.js';
import type { WorkspacePath } from '../gate/workspace-gate.js';

const NAME = 'delete_file_or_folder';
// As many names as a person reads before approving.
const MAX_SHOWN_FILES = 100;

const schema = z.strictObject({
  uri: z.string().min(1).describe('A path or file:// URI.'),
  is_recursive: z
    .boolean()
    .default(false)
    .describe('Whether to delete a folder that is not empty, with all its contents.'),
});

type DeleteParams = z.output<typeof schema>;

interface DeleteResult {
  readonly shown: string;
  readonly kind: 'file' | 'folder' | 'link';
}

/** An entry that is to be deleted. */
interface Deletion extends WorkspacePath, DeleteResult {}

/** The tool that deletes a file, a folder or a symbolic link, but never a workspace folder. */
export function createDeleteFileOrFolderTool(deps: ChangingToolDeps): Tool<DeleteParams, Deletion> {
  async function find({ uri }: DeleteParams, context: ToolContext): Promise<Deletion> {
    const entry = await deps.gate.resolveEntry(uri);
    const isLink = (await deps.gate.resolve(uri)).absolute !== entry.absolute;
    const shown = deps.gate.show(entry);
    if (isLink) return { ...entry, shown, kind: 'link' };
    const { stat } = await locate(NAME, uri, deps, context);
    if (context.roots.some((root) => isInside(entry.absolute, root))) {
      const message = `${shown} is a workspace folder, or holds one: it is never deleted. Delete what is in it.`;
      throw new ToolExecutionError(message, { tool: NAME });
    }
    return { ...entry, shown, kind: kindOf(stat) };
  }

  /** Errors: `StaleFileError` for a file that has changed since the conversation read it. */
  async function removalOf(
    { absolute: path, shown, kind }: Deletion,
    isRecursive: boolean,
    context: ToolContext,
  ): Promise<FileChange> {
    const was = kind === 'file' ? context.reads?.get(path) : undefined;
    if (was === undefined) return { kind: 'remove', path, isRecursive };
    requireUnchanged(was, await hashOf(await deps.files.readFile(path, context.signal)), shown);
    return { kind: 'remove', path, expected: was };
  }

  async function describe(
    { root, path, absolute, shown, kind }: Deletion,
    isRecursive: boolean,
    context: ToolContext,
  ): Promise<CallPreview> {
    const isTree = kind === 'folder' && isRecursive;
    const doomed = { shown, absolute, change: 'delete', ...(isTree ? { isTree } : {}) } as const;
    const files = [doomed];
    if (kind !== 'folder') return { kind: 'text', text: `Deletes the ${kind} ${shown}.`, files };
    if (!isRecursive) return { kind: 'text', text: `Deletes the folder ${shown} if it is empty.`, files };
    const maxResults = MAX_SHOWN_FILES + 1;
    const inside = await deps.workspace.ask('filesInDirectory', { root, path, maxResults }, context);
    const names = inside
      .slice(0, MAX_SHOWN_FILES)
      .map((file) => `\n- ${deps.gate.show({ root, path: file })}`);
    const count =
      inside.length > MAX_SHOWN_FILES
        ? `more than ${countOf(MAX_SHOWN_FILES, 'file')}`
        : countOf(inside.length, 'file');
    return {
      kind: 'text',
      text: `Deletes the folder ${shown} with all that is in it: ${count}, and what git ignores there.${names.join('')}`,
      files,
    };
  }

  return {
    name: NAME,
    description: 'Deletes a file or a folder.',
    category: 'File edits',
    isReadOnly: false,
    usesFileChanges: true,
    ...buildValidation(NAME, schema, { uri: FILE_PARAM_NAMES, is_recursive: ['recursive'] }),

    async preview(params, context) {
      const doomed = await find(params, context);
      const removal = await removalOf(doomed, params.is_recursive, context);
      await checkChanges(deps.changes, [removal], [doomed]);
      return describe(doomed, params.is_recursive, context);
    },

    async run(params, context) {
      const doomed = await find(params, context);
      const { absolute } = doomed;
      const removal = await removalOf(doomed, params.is_recursive, context);
      if (context.shown !== undefined)
        checkShown(NAME, await describe(doomed, params.is_recursive, context), context.shown);
      await applyChanges(context.changes ?? deps.changes, [removal], [doomed], context.signal);
      context.reads?.delete(absolute);
      return doomed;
    },

    changes: ({ absolute, kind }) => [
      { kind: 'deleted', path: absolute, ...(kind === 'folder' ? { isDirectory: true } : {}) },
    ],

    format: ({ shown, kind }) => `Deleted the ${kind} ${shown}.`,
  };
}

function kindOf({ isDirectory }: FileStat): 'file' | 'folder' {
  return isDirectory ? 'folder' : 'file';
}

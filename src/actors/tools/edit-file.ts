import { z } from 'zod';
import type { Tool, ToolContext } from '../protocol/tool.js';
import { isPatch, parsePatch } from './edit/parse-patch.js';
import { unifiedDiff } from './edit/unified-diff.js';
import { fileParam } from './file-param.js';
import { changeAndCompare, withNewErrors } from './new-errors.js';
import { type FilePlan, planFileEdits } from './plan-file-edits.js';
import type { ChangingToolDeps } from './tool-deps.js';
import { buildValidation } from './validate.js';

const NAME = 'edit_file';

const schema = z.strictObject({
  uri: fileParam,
  search_replace_blocks: z
    .string()
    .min(1)
    .describe(
      'One or more blocks, each of the lines <<<<<<< ORIGINAL, the lines as they are now, =======, the lines as they ' +
        'should be, >>>>>>> UPDATED. Or a patch that begins with *** Begin Patch, which may change several files.',
    ),
});

export type EditFileParams = z.output<typeof schema>;

export interface EditFileResult {
  readonly files: readonly FilePlan[];
  /** Shape: lines for the model. */
  readonly newErrors: readonly string[];
}

/** The paths that a call names: a patch may change other files than its `uri`. Whoever judges a call judges them all. */
export function pathsOfEdit({ uri, search_replace_blocks: text }: EditFileParams): readonly string[] {
  if (!isPatch(text)) return [uri];
  const { operations } = parsePatch(text);
  return operations.flatMap((operation) => [
    operation.path,
    ...(operation.kind === 'update' && operation.moveTo !== undefined ? [operation.moveTo] : []),
  ]);
}

/** The tool that changes parts of files: all that is asked for, or nothing. Source: SPEC T3. */
export function createEditFileTool(deps: ChangingToolDeps): Tool<EditFileParams, EditFileResult> {
  // What a person approves is what is done: the files must be as they were in the preview.
  const approved = new WeakMap<EditFileParams, readonly FilePlan[]>();
  const plan = (params: EditFileParams, context: ToolContext): Promise<readonly FilePlan[]> =>
    planFileEdits(NAME, params.uri, params.search_replace_blocks, deps, context);

  return {
    name: NAME,
    description:
      'Changes parts of a text file, by blocks of lines as they are and as they should be. Copy the lines as they are ' +
      'exactly from read_file, with enough of them to match one place only. All blocks are applied, or none. ' +
      'Encoding, line ends and all other lines stay as they are.',
    category: 'File edits',
    isReadOnly: false,
    ...buildValidation(NAME, schema),

    async preview(params, context) {
      const files = await plan(params, context);
      await deps.changes.check?.(files.map(({ change }) => change));
      approved.set(params, files);
      return {
        kind: 'diff',
        path: files[0]?.shown ?? params.uri,
        diff: files.map(({ text }) => (text === undefined ? '' : unifiedDiff(text))).join(''),
      };
    },

    async run(params, context) {
      const files = approved.get(params) ?? (await plan(params, context));
      const watched = files.filter(({ newHash }) => newHash !== undefined);
      const newErrors = await changeAndCompare(
        watched,
        deps.diagnostics,
        () =>
          deps.changes.apply(
            files.map(({ change }) => change),
            context.signal,
          ),
        context.signal,
      );
      for (const { absolute, newHash, change } of files) {
        if (change.kind === 'move') context.reads?.forget(change.from);
        if (newHash === undefined) context.reads?.forget(absolute);
        else context.reads?.note(absolute, newHash);
      }
      return { files, newErrors };
    },

    format: ({ files, newErrors }) =>
      withNewErrors(files.flatMap(({ summary = [] }) => summary).join('\n'), newErrors),
  };
}

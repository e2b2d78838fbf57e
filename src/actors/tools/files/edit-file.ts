import { z } from 'zod';
import type { CallPreview, Tool, ToolContext } from '../../protocol/tool.js';
import { describeNotes } from './describe-edits.js';
import { readEdit } from '../edit/parse/read-edit.js';
import { formatUnifiedDiff } from '../edit/text/format-unified-diff.js';
import { checkShown } from '../gate/check-shown.js';
import { fileParam } from './file-param.js';
import { checkChanges } from './apply-changes.js';
import { changeAndWatch } from './change-and-watch.js';
import { FILE_PARAM_NAMES } from '../calls/param-synonyms.js';
import { type EditPlans, planFileEdits } from './plan-file-edits.js';
import type { ChangingToolDeps } from '../gate/tool-deps.js';
import { recordOfPlan } from './record-of-plan.js';
import { touchedBy } from './touched-by.js';
import { buildValidation } from '../calls/validate.js';

const NAME = 'edit_file';

const schema = z.strictObject({
  uri: fileParam,
  search_replace_blocks: z
    .string()
    .min(1)
    .describe(
      'Blocks, each of these lines: <<<<<<< ORIGINAL, the lines as they are, =======, the lines as they ' +
        'should be, >>>>>>> UPDATED. Or a patch that begins with *** Begin Patch, which may change several files.',
    ),
});

export type EditFileParams = z.output<typeof schema>;

/** All paths that a call changes: a patch may name other files than its `uri`. Approvals judge every one of them. */
export function pathsOfEdit({ uri, search_replace_blocks: text }: EditFileParams): readonly string[] {
  const { operations, problems } = readEdit(uri, text);
  if (problems.length > 0) return [uri];
  return operations.flatMap((operation) => [
    operation.path,
    ...(operation.kind === 'update' && operation.moveTo !== undefined ? [operation.moveTo] : []),
  ]);
}

function previewOf({ uri }: EditFileParams, { files }: EditPlans): CallPreview {
  return {
    kind: 'diff',
    path: files[0]?.shown ?? uri,
    diff: files.map(({ diff }) => (diff === undefined ? '' : formatUnifiedDiff(diff))).join(''),
    files: files.flatMap(touchedBy),
  };
}

/** The tool that changes parts of files: everything that is asked for, or nothing. Source: SPEC T3. */
export function createEditFileTool(deps: ChangingToolDeps): Tool<EditFileParams, EditPlans> {
  const plan = (params: EditFileParams, context: ToolContext): Promise<EditPlans> =>
    planFileEdits(params.uri, params.search_replace_blocks, deps, context);

  return {
    name: NAME,
    description:
      'Changes parts of a text file. Copy the lines as they are exactly from read_file, enough of them to match one ' +
      'place only. All blocks are applied, or none. Encoding, line ends and all other lines are kept.',
    category: 'File edits',
    isReadOnly: false,
    usesFileChanges: true,
    paths: pathsOfEdit,
    ...buildValidation(NAME, schema, {
      uri: FILE_PARAM_NAMES,
      search_replace_blocks: ['diff', 'patch', 'blocks'],
    }),

    async preview(params, context) {
      const plans = await plan(params, context);
      await checkChanges(
        deps.changes,
        plans.files.map(({ change }) => change),
        plans.files,
      );
      context.keepPlan?.(plans);
      return previewOf(params, plans);
    },

    async run(params, context) {
      // A call runs the plan that was judged, and fails if a file has changed since.
      const plans = (context.plan as EditPlans | undefined) ?? (await plan(params, context));
      checkShown(NAME, previewOf(params, plans), context.shown);
      const { files } = plans;
      const changes = files.map(({ change }) => change);
      await changeAndWatch(deps, changes, files, context);
      for (const { absolute, newHash, change } of files) {
        if (change.kind === 'move') context.reads?.delete(change.from);
        if (newHash === undefined) context.reads?.delete(absolute);
        else context.reads?.set(absolute, newHash);
      }
      return plans;
    },

    changes: ({ files }) => files.flatMap(recordOfPlan),

    format: ({ files, notes }) =>
      [...files.flatMap(({ summary = [] }) => summary), ...describeNotes(notes)].join('\n'),
  };
}

import { z } from 'zod';
import { FileNotFoundError, ToolExecutionError } from '../../protocol/errors.js';
import type { ContentHash } from '../../protocol/file-changes.js';
import type { CallPreview, Tool, ToolContext } from '../../protocol/tool.js';
import type { NamedFile } from './apply-changes.js';
import { hashOf } from '../text/content-hash.js';
import { diffNewFile, type FileDiff } from '../edit/text/file-diff.js';
import { splitLines } from '../edit/text/text-lines.js';
import { toHunks } from '../edit/text/to-hunks.js';
import { formatUnifiedDiff } from '../edit/text/format-unified-diff.js';
import { checkShown } from '../gate/check-shown.js';
import { describeOtherNames } from './describe-other-names.js';
import { fileParam } from './file-param.js';
import { checkChanges } from './apply-changes.js';
import { changeAndWatch } from './change-and-watch.js';
import { FILE_PARAM_NAMES } from '../calls/param-synonyms.js';
import { planRewrite } from './plan-rewrite.js';
import { type ReadForChange, readForChange } from './read-for-change.js';
import type { ChangingToolDeps } from '../gate/tool-deps.js';
import { buildValidation } from '../calls/validate.js';

const NAME = 'rewrite_file';

const schema = z.strictObject({
  uri: fileParam,
  new_content: z.string().describe('The whole new content.'),
});

type RewriteFileParams = z.output<typeof schema>;

interface Rewriting extends NamedFile {
  /** The expected content of the file before the change; `null`: no file exists. */
  readonly expected: ContentHash | null;
  readonly bytes: Uint8Array;
  readonly diff: FileDiff;
  /** A sentence about the other names of the file, if any. */
  readonly otherNames: string;
}

function previewOf({ absolute, shown, expected, diff }: Rewriting): CallPreview {
  return {
    kind: 'diff',
    path: shown,
    diff: formatUnifiedDiff(diff),
    files: [{ shown, absolute, change: expected === null ? 'create' : 'edit' }],
  };
}

/** The tool that replaces the whole content of a file, which must have been read before, or creates a new file. */
export function createRewriteFileTool(deps: ChangingToolDeps): Tool<RewriteFileParams, Rewriting> {
  async function plan(
    { uri, new_content: text }: RewriteFileParams,
    context: ToolContext,
  ): Promise<Rewriting> {
    const read = await readIfThere(uri, context);
    if (read === undefined) return planNew(uri, text);
    const { shown, absolute } = read.place;
    if (context.reads?.get(absolute) === undefined && read.file.bytes.length > 0) {
      const message = `${shown} has not been read yet, and its whole content would be replaced: read it first with read_file. Nothing was written.`;
      throw new ToolExecutionError(message, { tool: NAME });
    }
    const rewrite = await planRewrite(NAME, read, text, context.signal);
    const otherNames = describeOtherNames(read.place.stat);
    return { absolute, shown, expected: read.hash, ...rewrite, otherNames };
  }

  async function readIfThere(uri: string, context: ToolContext): Promise<ReadForChange | undefined> {
    try {
      return await readForChange(NAME, uri, deps, context);
    } catch (error) {
      // A path with a slash at its end names a folder.
      if (error instanceof FileNotFoundError && !/[/\\]$/.test(uri)) return undefined;
      throw error;
    }
  }

  async function planNew(uri: string, text: string): Promise<Rewriting> {
    const place = await deps.gate.resolve(uri);
    const shown = deps.gate.show(place);
    const diff = diffNewFile(shown, splitLines(text));
    return {
      absolute: place.absolute,
      shown,
      expected: null,
      bytes: Buffer.from(text),
      diff,
      otherNames: '',
    };
  }

  return {
    name: NAME,
    description:
      'Creates a file, or replaces the whole content of a text file, which you must have read. To change parts use ' +
      'edit_file. Encoding and line ends are kept.',
    category: 'File edits',
    isReadOnly: false,
    usesFileChanges: true,
    ...buildValidation(NAME, schema, {
      uri: FILE_PARAM_NAMES,
      new_content: ['content', 'contents', 'file_text'],
    }),

    async preview(params, context) {
      const rewriting = await plan(params, context);
      const { absolute, bytes, expected } = rewriting;
      await checkChanges(deps.changes, [{ kind: 'write', path: absolute, bytes, expected }], [rewriting]);
      context.keepPlan?.(rewriting);
      return previewOf(rewriting);
    },

    async run(params, context) {
      const rewriting = (context.plan as Rewriting | undefined) ?? (await plan(params, context));
      checkShown(NAME, previewOf(rewriting), context.shown);
      const { absolute, shown, expected, bytes } = rewriting;
      const change = { kind: 'write', path: absolute, bytes, expected } as const;
      const file = { absolute, shown };
      await changeAndWatch(deps, [change], [file], context);
      context.reads?.set(absolute, await hashOf(bytes));
      return rewriting;
    },

    changes: ({ absolute, expected, diff }) => [
      { kind: expected === null ? 'created' : 'modified', path: absolute, ...toHunks(diff) },
    ],

    format: ({ shown, expected, otherNames }) =>
      `${expected === null ? 'Created' : 'Wrote'} ${shown}.${otherNames}`,
  };
}

import { z } from 'zod';
import { ToolExecutionError } from '../protocol/errors.js';
import type { ContentHash } from '../protocol/file-changes.js';
import type { Tool, ToolContext } from '../protocol/tool.js';
import type { AbsPath } from '../protocol/workspace.js';
import { hashOf } from './content-hash.js';
import { applySplices } from './edit/splice.js';
import { rewriteTextFile } from './edit/text-file.js';
import { commonLineEnd } from './edit/text-lines.js';
import { unifiedDiff } from './edit/unified-diff.js';
import { fileParam } from './file-param.js';
import { changeAndCompare, withNewErrors } from './new-errors.js';
import { encodeOrExplain } from './plan-file-edits.js';
import { readForChange } from './read-for-change.js';
import type { ChangingToolDeps } from './tool-deps.js';
import { buildValidation } from './validate.js';

const NAME = 'rewrite_file';

const schema = z.strictObject({
  uri: fileParam,
  new_content: z.string().describe('All that the file is to hold.'),
});

export type RewriteFileParams = z.output<typeof schema>;

export interface RewriteFileResult {
  readonly shown: string;
  /** Shape: lines for the model. */
  readonly newErrors: readonly string[];
}

interface Rewriting {
  readonly absolute: AbsPath;
  readonly shown: string;
  readonly expected: ContentHash;
  readonly bytes: Uint8Array;
  readonly before: string;
  readonly after: string;
}

/** The tool that replaces all that a file holds. What it was must have been read before. */
export function createRewriteFileTool(deps: ChangingToolDeps): Tool<RewriteFileParams, RewriteFileResult> {
  async function plan({ uri, new_content }: RewriteFileParams, context: ToolContext): Promise<Rewriting> {
    const { place, hash, file } = await readForChange(NAME, uri, deps, context);
    const { shown, absolute } = place;
    if (context.reads?.last(absolute) === undefined && file.bytes.length > 0) {
      const message = `${shown} was not read yet, and all that it holds would go: read it first with read_file. Nothing was written.`;
      throw new ToolExecutionError(message, { tool: NAME });
    }
    const text = new_content.replace(/^\uFEFF/, '');
    // A model writes \n; where the lines of the file end otherwise, so do the new ones.
    const after =
      commonLineEnd(file) === '\r\n' && !text.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
    const bytes = encodeOrExplain(NAME, shown, () => rewriteTextFile(file, after));
    return { absolute, shown, expected: hash, bytes, before: applySplices(file, []), after };
  }

  return {
    name: NAME,
    description:
      'Replaces all that a text file holds. Read the file before. For changes of parts use edit_file: it is shorter, ' +
      'and leaves the rest alone. Encoding and line ends stay as they are.',
    category: 'File edits',
    isReadOnly: false,
    ...buildValidation(NAME, schema),

    async preview(params, context) {
      const { shown, before, after } = await plan(params, context);
      return { kind: 'diff', path: shown, diff: unifiedDiff({ path: shown, before, after }) };
    },

    async run(params, context) {
      const { absolute, shown, expected, bytes } = await plan(params, context);
      const newErrors = await changeAndCompare(
        [{ absolute, shown }],
        deps.diagnostics,
        () => deps.changes.apply([{ kind: 'write', path: absolute, bytes, expected }], context.signal),
        context.signal,
      );
      context.reads?.note(absolute, await hashOf(bytes));
      return { shown, newErrors };
    },

    format: ({ shown, newErrors }) => withNewErrors(`Wrote ${shown}.`, newErrors),
  };
}

import { z } from 'zod';
import type { Tool } from '../../protocol/tool.js';
import type { TreeReply } from '../../protocol/workspace.js';
import { notDirectoryError } from '../gate/file-errors.js';
import { locate } from '../gate/locate.js';
import { FOLDER_PARAM_NAMES } from '../calls/param-synonyms.js';
import type { ToolDeps } from '../gate/tool-deps.js';
import { buildValidation } from '../calls/validate.js';

const NAME = 'get_dir_tree';

const schema = z.strictObject({
  uri: z.string().min(1).describe('A path ("." is the root) or file:// URI.'),
});

type GetDirTreeParams = z.output<typeof schema>;

export function createGetDirTreeTool(deps: ToolDeps): Tool<GetDirTreeParams, TreeReply> {
  return {
    name: NAME,
    description:
      'Shows a directory as a tree, several levels deep and shortened where it is big: a good first look at a project.',
    category: 'Read file',
    isReadOnly: true,
    ...buildValidation(NAME, schema, { uri: FOLDER_PARAM_NAMES }),

    async run({ uri }, context) {
      const { root, path, shown, stat } = await locate(NAME, uri, deps, context);
      if (!stat.isDirectory) throw notDirectoryError(NAME, shown);
      return deps.workspace.ask('tree', { root, path }, { signal: context.signal });
    },

    format: ({ text }) => text,
  };
}

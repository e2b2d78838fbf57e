import { join } from 'node:path';
import type { Mention } from '../../../actors/protocol/ui.js';
import type { ToolRegistry } from '../../../actors/tools/calls/registry.js';
import { runTool } from '../../../actors/tools/calls/run-tool.js';
import type { Workspace } from '../../workspace.js';

/** The part of a host that this file uses. */
interface ToolHost {
  readonly tools: Pick<ToolRegistry, 'get'>;
  readonly workspace: Pick<Workspace, 'roots'>;
}

/**
 * The content of a mention, as the model's own tools show it: the text of a file, including unsaved changes, or the
 * tree of a directory. The tools refuse paths outside the roots. For a file that cannot be shown, a sentence that says
 * why.
 * Errors: the signal's reason.
 */
export async function readMention(
  { tools, workspace: { roots } }: ToolHost,
  { root, path }: Mention,
  signal: AbortSignal,
): Promise<string> {
  const show = async (name: string): Promise<{ success: boolean; output: string }> => {
    const tool = tools.get(name);
    if (tool === undefined) return { success: false, output: `There is no tool named ${name}.` };
    const params = tool.validate({ uri: join(root, path) });
    return runTool(tool, params, { signal, roots });
  };
  const file = await show('read_file');
  if (file.success) return file.output;
  const directory = await show('get_dir_tree');
  return directory.success ? directory.output : file.output;
}

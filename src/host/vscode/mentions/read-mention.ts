import { join } from 'node:path';
import type { Mention } from '../../../actors/protocol/ui.js';
import type { ToolRegistry } from '../../../actors/tools/calls/registry.js';
import { runTool } from '../../../actors/tools/calls/run-tool.js';
import type { Workspace } from '../../workspace.js';

/** A host, as far as its tools are used. */
export interface ToolHost {
  readonly tools: Pick<ToolRegistry, 'get'>;
  readonly workspace: Pick<Workspace, 'roots'>;
}

/**
 * What a mention stands for, as the model's own tools show it: the text of a file, unsaved changes included, or the
 * tree of a directory. They refuse what is outside the roots. What cannot be shown is a sentence that says why.
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

import type { CancellationToken } from 'vscode';
import { errorCode } from '../../../actors/protocol/errors/error-code.js';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import { runTool } from '../../../actors/tools/calls/run-tool.js';
import type { Host } from '../../api.js';
import { INDEX_TOOL_TEXTS } from '../words/editor-words.js';

/** Runs a tool of the host for a model of another extension. Resolves to its result, or what was wrong, for that model. */
export async function callIndexTool(
  { tools, workspace }: Pick<Host, 'tools' | 'workspace'>,
  name: string,
  input: object,
  token: CancellationToken,
): Promise<string> {
  const tool = tools.get(name);
  if (tool === undefined) throw new Error(INDEX_TOOL_TEXTS.gone(name));
  const abort = new AbortController();
  const listener = token.onCancellationRequested(() => {
    abort.abort();
  });
  try {
    const params = tool.validate(input);
    return (await runTool(tool, params, { signal: abort.signal, roots: workspace.roots })).output;
  } catch (error) {
    if (errorCode(error) === 'INVALID_PARAMS') return messageOf(error);
    throw error;
  } finally {
    listener.dispose();
  }
}

import { workspace } from 'vscode';
import { isRecord } from '../../../actors/protocol/json/json-shape.js';
import type { McpSource } from '../../api.js';

/** The person's servers in the editor. Approvals hold for this name, so that it must not change. */
export const USER_SOURCE = 'vscode:user';

/** The servers of a `.code-workspace` file. Approvals hold for this name with the path of the file. */
export const WORKSPACE_FILE_SOURCE = 'vscode:workspace ';

/**
 * The servers that the editor itself has: those of the person's profile, and of the workspace file. The editor reads
 * `mcp.json` of the profile, or the setting `mcp` of versions before 1.102, into one value, wherever they are.
 */
export function readEditorSources(): readonly McpSource[] {
  const read = workspace.getConfiguration().inspect<unknown>('mcp');
  const file = workspace.workspaceFile;
  return [
    ...toSource(USER_SOURCE, read?.globalValue),
    // Without such a file this is `.vscode/mcp.json`, which is read as a file.
    ...(file?.scheme === 'file' ? toSource(WORKSPACE_FILE_SOURCE + file.fsPath, read?.workspaceValue) : []),
  ];
}

function toSource(name: string, value: unknown): readonly McpSource[] {
  if (!isRecord(value) || !isRecord(value['servers'])) return [];
  const { servers, inputs } = value;
  return Object.keys(servers).length === 0 ? [] : [{ name, text: JSON.stringify({ servers, inputs }) }];
}

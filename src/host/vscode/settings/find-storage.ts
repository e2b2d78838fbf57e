import { createHash } from 'node:crypto';
import { type ExtensionContext, Uri, workspace } from 'vscode';

/**
 * The folder of what Troupe keeps for the workspace of this window. All windows of a workspace have the same one: the
 * storage that the editor gives an extension for its workspace belongs to one window at a time, and a second window's
 * would not be found again.
 */
export function findStorage({ globalStorageUri }: Pick<ExtensionContext, 'globalStorageUri'>): Uri {
  const opened = workspace.workspaceFile ?? workspace.workspaceFolders?.[0]?.uri;
  const name =
    opened === undefined ? 'no-workspace' : createHash('sha256').update(opened.toString()).digest('hex');
  return Uri.joinPath(globalStorageUri, 'workspaces', name);
}

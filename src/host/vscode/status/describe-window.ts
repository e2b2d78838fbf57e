import { window, workspace } from 'vscode';
import type { ViewStatus } from '../../../actors/protocol/ui.js';

/** How many terminals of the agent are open. */
export function describeTerminals(open: readonly unknown[]): Pick<ViewStatus, 'terminals'> {
  return open.length === 0 ? {} : { terminals: open.length };
}

/** The file of the active editor if it is in the workspace, and the folders where there are several. */
export function describeWindow(): Pick<ViewStatus, 'activeFile' | 'folders'> {
  const file = window.activeTextEditor?.document.uri;
  const isHere = file?.scheme === 'file' && workspace.getWorkspaceFolder(file) !== undefined;
  const folders = (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  return {
    ...(isHere ? { activeFile: file.fsPath } : {}),
    ...(folders.length < 2 ? {} : { folders: folders.map(({ uri, name }) => ({ path: uri.fsPath, name })) }),
  };
}

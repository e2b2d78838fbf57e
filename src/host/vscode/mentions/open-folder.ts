import { posix } from 'node:path';
import { window, workspace } from 'vscode';

/** The folder of the open file, relative to its workspace folder; `''` when no file of a workspace folder is open. */
export function openFolder(): string {
  const file = window.activeTextEditor?.document.uri;
  if (file === undefined || workspace.getWorkspaceFolder(file) === undefined) return '';
  const folder = posix.dirname(workspace.asRelativePath(file, false));
  return folder === '.' ? '' : folder;
}

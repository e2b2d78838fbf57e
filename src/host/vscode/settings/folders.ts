import type { WorkspaceFolder } from 'vscode';
import { SETTING_TEXTS } from '../words/editor-words.js';

/** The usable folders, none in an empty window, or why none can be used, as a sentence. */
export type OpenFolders = { readonly paths: readonly string[] } | { readonly problem: string };

/** The parts of a workspace folder that matter here. */
type FolderInfo = { readonly uri: Pick<WorkspaceFolder['uri'], 'scheme' | 'fsPath'> };

/**
 * The folders of the window that are on a disk, in order and without duplicates. Folders of virtual workspaces are left
 * out, because threads cannot read them.
 */
export function readOpenFolders(folders: readonly FolderInfo[] | undefined): OpenFolders {
  const [first] = folders ?? [];
  if (folders === undefined || first === undefined) return { paths: [] };
  const paths = folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
  if (paths.length === 0)
    return {
      problem: SETTING_TEXTS.virtual(first.uri.scheme),
    };
  return { paths: [...new Set(paths)] };
}

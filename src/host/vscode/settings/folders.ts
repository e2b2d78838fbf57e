import type { WorkspaceFolder } from 'vscode';

/** The usable folders, or why there is none, as a sentence that says what to do. */
export type OpenFolders = { readonly paths: readonly string[] } | { readonly problem: string };

/** The parts of a workspace folder that matter here. */
type FolderInfo = { readonly uri: Pick<WorkspaceFolder['uri'], 'scheme' | 'fsPath'> };

/**
 * The folders of the window that are on a disk, in order and without duplicates. Folders of virtual workspaces are left
 * out, because threads cannot read them.
 */
export function readFolders(folders: readonly FolderInfo[] | undefined): OpenFolders {
  const [first] = folders ?? [];
  if (folders === undefined || first === undefined)
    return { problem: 'No folder is open. Open one: Troupe works on the files in it.' };
  const paths = folders.filter(({ uri }) => uri.scheme === 'file').map(({ uri }) => uri.fsPath);
  if (paths.length === 0)
    return {
      problem: `This workspace is virtual (${first.uri.scheme}). Troupe needs a folder on a disk: clone it, or open it where its files are.`,
    };
  return { paths: [...new Set(paths)] };
}

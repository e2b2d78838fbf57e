import type { WorkspaceFolder } from 'vscode';

/** The folders that can be worked on, or why there is none, as a sentence that says what to do. */
export type OpenFolders = { readonly paths: readonly string[] } | { readonly problem: string };

/** A workspace folder, as far as it matters here. */
export type FolderFacts = { readonly uri: Pick<WorkspaceFolder['uri'], 'scheme' | 'fsPath'> };

/**
 * The folders of the window that are on a disk, in their order, each once. Folders of a virtual workspace are left
 * out: threads that read the disk find nothing there.
 */
export function readFolders(folders: readonly FolderFacts[] | undefined): OpenFolders {
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

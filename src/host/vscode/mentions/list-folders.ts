import { FileType, Uri, workspace } from 'vscode';

/** The names of the folders in a folder of the disk, in their order. Errors: those of the file system. */
export async function listFolders(folder: string): Promise<readonly string[]> {
  const entries = await workspace.fs.readDirectory(Uri.file(folder));
  return entries
    .filter(([, type]) => (type & FileType.Directory) !== 0)
    .map(([name]) => name)
    .sort((one, other) => (one < other ? -1 : 1));
}

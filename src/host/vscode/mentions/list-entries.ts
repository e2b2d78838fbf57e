import { FileType, Uri, workspace } from 'vscode';

/** The names in a folder of the disk, folders first. Errors: those of the file system. */
export async function listEntries(folder: string): Promise<readonly string[]> {
  const entries = await workspace.fs.readDirectory(Uri.file(folder));
  const rank = (type: FileType): number => ((type & FileType.Directory) === 0 ? 1 : 0);
  return entries
    .sort(([one, oneType], [other, otherType]) => rank(oneType) - rank(otherType) || (one < other ? -1 : 1))
    .map(([name]) => name);
}

import { commands, Position, Range, Uri, window, workspace } from 'vscode';
import type { FileAccess } from '../../../actors/protocol/ports.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { WorkspaceGate } from '../../../actors/tools/gate/workspace-gate.js';

interface OpenContext {
  readonly roots: readonly AbsPath[];
  readonly files: FileAccess;
}

/**
 * Opens an attached file in an editor, or reveals a directory in the explorer.
 * Errors: `WorkspaceBoundaryError` for a place outside the roots; `FileNotFoundError`, `PermissionDeniedError`; those
 * of the editor when it cannot show the file.
 */
export async function openAttached(
  attached: string,
  line: number | undefined,
  places: OpenContext,
): Promise<void> {
  const gate = new WorkspaceGate(places.roots, places.files);
  const { root, path, absolute } = await gate.resolve(attached);
  const uri = Uri.joinPath(await findFolder(root, places.files), path);
  if ((await places.files.stat(absolute)).isDirectory) {
    await commands.executeCommand('revealInExplorer', uri);
    return;
  }
  const start = new Position((line ?? 1) - 1, 0);
  await window.showTextDocument(uri, line === undefined ? {} : { selection: new Range(start, start) });
}

/** The URI of the workspace folder as the person opened it, which may contain symbolic links. */
async function findFolder(root: AbsPath, files: FileAccess): Promise<Uri> {
  for (const { uri } of workspace.workspaceFolders ?? []) {
    if (uri.scheme !== 'file') continue;
    const real = await files.realpath(uri.fsPath).catch(() => undefined);
    if (real === root) return uri;
  }
  return Uri.file(root);
}

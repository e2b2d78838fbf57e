import { commands, Position, Range, Uri, window, workspace } from 'vscode';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { FileAccess } from '../../../actors/protocol/ports.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { WorkspaceGate } from '../../../actors/tools/gate/workspace-gate.js';
import type { Place } from '../../markdown/read-place.js';

interface OpenContext {
  readonly roots: readonly AbsPath[];
  readonly files: FileAccess;
}

/**
 * Opens an attached file in an editor with its lines selected, or reveals a directory in the explorer.
 * Errors: `WorkspaceBoundaryError` for a place outside the roots; `FileNotFoundError`, `PermissionDeniedError`; those
 * of the disk and of the editor when it cannot show the file.
 */
export async function openAttached(attached: Place, places: OpenContext): Promise<void> {
  const gate = new WorkspaceGate(places.roots, places.files);
  const { root, path, absolute } = await gate.resolve(attached.path);
  const uri = Uri.joinPath(await findFolder(root, places.files), path);
  if ((await places.files.stat(absolute)).isDirectory) {
    await commands.executeCommand('revealInExplorer', uri);
    return;
  }
  const selection = toSelection(attached);
  await window.showTextDocument(uri, omitUndefined({ selection }));
}

/** The editor counts lines and columns from 0. */
function toSelection({ line, endLine, column }: Place): Range | undefined {
  if (line === undefined) return undefined;
  const start = new Position(line - 1, (column ?? 1) - 1);
  // Lines as a whole, so that the cursor stands behind them; the editor corrects what is beyond the end.
  return endLine === undefined || endLine === line
    ? new Range(start, start)
    : new Range(start, new Position(endLine, 0));
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

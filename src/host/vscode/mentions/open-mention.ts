import { join } from 'node:path';
import { commands, Position, Range, Uri, window, workspace } from 'vscode';
import type { FileAccess } from '../../../actors/protocol/ports.js';
import type { Mention } from '../../../actors/protocol/ui.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { WorkspaceGate } from '../../../actors/tools/gate/workspace-gate.js';

/** What it takes to find a mentioned file, and the mention of a file. */
export interface Places {
  readonly roots: readonly AbsPath[];
  readonly files: FileAccess;
}

/**
 * Shows a mentioned file in an editor, or a directory in the explorer.
 * Errors: `WorkspaceBoundaryError` for a place outside the roots; `FileNotFoundError`, `PermissionDeniedError`; those
 * of the editor, where it cannot show the file.
 */
export async function openMention(mention: Mention, line: number | undefined, places: Places): Promise<void> {
  const gate = new WorkspaceGate(places.roots, places.files);
  const { root, path, absolute } = await gate.resolve(join(mention.root, mention.path));
  const uri = Uri.joinPath(await findFolder(root, places.files), path);
  if ((await places.files.stat(absolute)).isDirectory) {
    await commands.executeCommand('revealInExplorer', uri);
    return;
  }
  const start = new Position((line ?? 1) - 1, 0);
  await window.showTextDocument(uri, line === undefined ? {} : { selection: new Range(start, start) });
}

/** How the view mentions a file. Errors: `WorkspaceBoundaryError` for one outside the roots. */
export async function mentionOf(file: Uri, { roots, files }: Places): Promise<Mention> {
  const { root, path } = await new WorkspaceGate(roots, files).resolve(file.fsPath);
  return { root, path };
}

/** The workspace folder of a root, as the person opened it: through links, where they did. */
async function findFolder(root: AbsPath, files: FileAccess): Promise<Uri> {
  for (const { uri } of workspace.workspaceFolders ?? []) {
    if (uri.scheme !== 'file') continue;
    const real = await files.realpath(uri.fsPath).catch(() => undefined);
    if (real === root) return uri;
  }
  return Uri.file(root);
}

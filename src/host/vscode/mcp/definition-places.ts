import { commands, Range, type TextDocument, Uri, window, workspace } from 'vscode';
import { USER_SOURCE, WORKSPACE_FILE_SOURCE } from './editor-sources.js';
import type { ServerOrigin } from './server-view.js';
import { MCP_TEXTS } from '../words/mcp-words.js';

/** Whose a source is. `ownFile`: the path of the person's own file. */
export function definitionOriginOf(source: string | undefined, ownFile: string): ServerOrigin {
  if (source === undefined || source === ownFile) return 'own';
  return source === USER_SOURCE ? 'editor' : 'workspace';
}

/** Where a server is defined, as the person knows it. */
export function describeSource(source: string | undefined, ownFile: string): string {
  if (source === undefined) return '';
  if (source === ownFile) return `${source} (${MCP_TEXTS.ownFile})`;
  if (source === USER_SOURCE) return MCP_TEXTS.editorFile;
  return source.startsWith(WORKSPACE_FILE_SOURCE)
    ? `${source.slice(WORKSPACE_FILE_SOURCE.length)} (${MCP_TEXTS.workspaceFile})`
    : workspace.asRelativePath(source);
}

/** A sentence about sources, with the names that the person knows them by. */
export function describeProblem(problem: string): string {
  return problem.replaceAll(USER_SOURCE, MCP_TEXTS.editorFile).replaceAll(WORKSPACE_FILE_SOURCE, '');
}

/** Opens what defines a server, at its name. Errors: those of the editor. */
export async function openDefinition(source: string | undefined, name?: string): Promise<void> {
  if (source === undefined) return;
  if (source === USER_SOURCE) {
    await openUserConfiguration();
    return;
  }
  const path = source.startsWith(WORKSPACE_FILE_SOURCE) ? source.slice(WORKSPACE_FILE_SOURCE.length) : source;
  const document = await workspace.openTextDocument(Uri.file(path));
  await window.showTextDocument(document, { selection: findName(document, name) });
}

/** Opens the person's servers in the editor: its own command since 1.102, and the settings before. */
async function openUserConfiguration(): Promise<void> {
  const known = new Set(await commands.getCommands(true));
  const command = 'workbench.mcp.openUserMcpJson';
  await commands.executeCommand(known.has(command) ? command : 'workbench.action.openSettingsJson');
}

/** The place of a server's name in a file, as far as a look for it in quotes shows. */
function findName(document: TextDocument, name: string | undefined): Range {
  const key = `"${name ?? ''}"`;
  const at = name === undefined ? -1 : document.getText().indexOf(key);
  const start = document.positionAt(Math.max(0, at));
  return new Range(start, at < 0 ? start : document.positionAt(at + key.length));
}

import { languages, type TextEditor, type Uri, window, workspace } from 'vscode';
import type { AttachmentRef } from '../../../actors/protocol/attachment.js';
import { ATTACH_TEXTS } from '../words/editor-words.js';

/** The file of the active editor. Errors: an error when that shows no file of a disk. */
export function activeFile(): AttachmentRef {
  return { kind: 'file', path: fileOf(window.activeTextEditor).fsPath };
}

/** The selected text of the active editor. Errors: an error when nothing is selected, or it shows no file of a disk. */
export function activeSelection(): AttachmentRef {
  const editor = window.activeTextEditor;
  const { fsPath: path } = fileOf(editor);
  if (editor === undefined || editor.selection.isEmpty) throw new Error(ATTACH_TEXTS.nothingSelected);
  const { start, end } = editor.selection;
  // A selection of whole lines ends before the first character of the next one.
  const endLine = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  const text = editor.document.getText(editor.selection);
  return { kind: 'selection', path, range: { startLine: start.line + 1, endLine }, text };
}

/** The selection of the active editor, if there is one; `undefined` for a file that is not on a disk. */
export function findSelection(): Extract<AttachmentRef, { kind: 'selection' }> | undefined {
  const editor = window.activeTextEditor;
  if (editor?.document.uri.scheme !== 'file' || editor.selection.isEmpty) return undefined;
  const selection = activeSelection();
  return selection.kind === 'selection' ? selection : undefined;
}

/** The problems of the active editor's file. Errors: an error when that shows no file of a disk. */
export function activeProblems(): AttachmentRef {
  return { kind: 'diagnostics', path: fileOf(window.activeTextEditor).fsPath };
}

/** The number of problems in open files. */
export function countProblems(): number {
  return workspace.textDocuments.reduce((sum, { uri }) => sum + languages.getDiagnostics(uri).length, 0);
}

function fileOf(editor: TextEditor | undefined): Uri {
  const file = editor?.document.uri;
  if (file?.scheme !== 'file') throw new Error(ATTACH_TEXTS.notOnDisk);
  return file;
}

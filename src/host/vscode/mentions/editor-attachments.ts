import { type TextEditor, type Uri, window } from 'vscode';
import type { AttachmentRef } from '../../../actors/protocol/attachment.js';

/** The file of the active editor. Errors: an error when that shows no file of a disk. */
export function activeFile(): AttachmentRef {
  return { kind: 'file', path: fileOf(window.activeTextEditor).fsPath };
}

/** The selected text of the active editor. Errors: an error when nothing is selected, or it shows no file of a disk. */
export function activeSelection(): AttachmentRef {
  const editor = window.activeTextEditor;
  const { fsPath: path } = fileOf(editor);
  if (editor === undefined || editor.selection.isEmpty) throw new Error('Nothing is selected.');
  const { start, end } = editor.selection;
  // A selection of whole lines ends before the first character of the next one.
  const endLine = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  const text = editor.document.getText(editor.selection);
  return { kind: 'selection', path, range: { startLine: start.line + 1, endLine }, text };
}

/** The problems of the active editor's file. Errors: an error when that shows no file of a disk. */
export function activeProblems(): AttachmentRef {
  return { kind: 'diagnostics', path: fileOf(window.activeTextEditor).fsPath };
}

function fileOf(editor: TextEditor | undefined): Uri {
  const file = editor?.document.uri;
  if (file?.scheme !== 'file') throw new Error('The active editor shows no file of a disk.');
  return file;
}

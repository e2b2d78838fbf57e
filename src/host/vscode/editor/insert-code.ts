import { window } from 'vscode';
import { EDITOR_TEXTS } from '../words/editor-words.js';

/**
 * Puts code where the cursor is in the active editor, in the place of what is selected there.
 * Errors: an error when no editor is open, or it cannot be changed.
 */
export async function insertCode(text: string): Promise<void> {
  const editor = window.activeTextEditor;
  if (editor === undefined) throw new Error(EDITOR_TEXTS.noFileOpen);
  const isDone = await editor.edit((builder) => {
    for (const selection of editor.selections) builder.replace(selection, text);
  });
  if (!isDone) throw new Error(EDITOR_TEXTS.takesNoChanges);
  await window.showTextDocument(editor.document, {
    viewColumn: editor.viewColumn ?? 1,
    preserveFocus: false,
  });
}

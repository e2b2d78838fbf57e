import { languages, Range, Uri, workspace, WorkspaceEdit } from 'vscode';
import type { Diagnostics } from '../../../actors/protocol/diagnostics.js';
import type { FileChanges } from '../../../actors/protocol/file-changes.js';
import type { AbsPath } from '../../../actors/protocol/workspace.js';
import { systemClock } from '../../../actors/runtime/clock.js';
import { createDiskChanges } from '../../node/file-changes/create-disk-changes.js';
import { EditorChanges } from './editor-changes.js';
import { EditorDiagnostics } from './editor-diagnostics.js';
import type { EditorFiles } from './editor-files.js';

/**
 * The editor's files, changes and diagnostics for the host's tools. `storage` is the extension's folder, which all
 * windows share.
 */
export function createEditorPorts(
  files: EditorFiles,
  storage: string,
): { changes: FileChanges; diagnostics: Diagnostics } {
  return {
    changes: new EditorChanges({
      disk: createDiskChanges(storage),
      findUnsaved: (path) => files.findUnsaved(path),
      findSaved: (path) => files.findSaved(path),
      events: {
        onChange: (listener) => {
          const listening = [
            workspace.onDidChangeTextDocument(listener),
            workspace.onDidCloseTextDocument(listener),
          ];
          return () => {
            for (const one of listening) one.dispose();
          };
        },
        clock: systemClock,
      },
      edit: (edits) => {
        const edit = new WorkspaceEdit();
        for (const { document, text } of edits) {
          const open = workspace.textDocuments.find((one) => one === document);
          if (open === undefined || open.isClosed) return Promise.resolve(false);
          const whole = new Range(0, 0, open.lineCount, 0);
          edit.replace(open.uri, open.validateRange(whole), text);
        }
        return workspace.applyEdit(edit);
      },
      save: (document) =>
        workspace.textDocuments.find((one) => one === document)?.save() ?? Promise.resolve(false),
    }),
    diagnostics: new EditorDiagnostics({
      read: (path) => languages.getDiagnostics(Uri.file(path)),
      list: () =>
        languages
          .getDiagnostics()
          .flatMap(([{ scheme, fsPath }, found]) =>
            scheme === 'file' && found.length > 0 ? [fsPath as AbsPath] : [],
          ),
      onChange: (listener) => {
        const listening = languages.onDidChangeDiagnostics(({ uris }) => {
          listener(uris.map(({ fsPath }) => fsPath));
        });
        return () => {
          listening.dispose();
        };
      },
      clock: systemClock,
    }),
  };
}

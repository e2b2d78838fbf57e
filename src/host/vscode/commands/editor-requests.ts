import {
  type Diagnostic,
  DiagnosticSeverity,
  FileType,
  languages,
  type Range,
  type TextEditor,
  type Uri,
  window,
  workspace,
} from 'vscode';
import type { AgentMode } from '../../../actors/protocol/agent.js';
import type { AttachmentRef, LineRange } from '../../../actors/protocol/attachment.js';
import type { UserMessage } from '../../../actors/protocol/ui.js';
import { activeSelection } from '../mentions/editor-attachments.js';
import { describeProblems } from './request-texts.js';
import { REQUEST_TEXTS } from '../words/command-words.js';
import { ATTACH_TEXTS } from '../words/editor-words.js';

/** A message that a command of the editor sends. */
export interface EditorRequest {
  readonly message: UserMessage;
  /** Default: the chosen mode. */
  readonly mode?: AgentMode;
}

/** What a code action hands to its command. */
export interface ProblemsAt {
  readonly uri: Uri;
  readonly diagnostics: readonly Diagnostic[];
}

// Lines around a problem that the model sees at once; it can read the others.
const CONTEXT_LINES = 10;

/** Asks for an explanation of the selection, or else of the file in front. Errors: an error without a file of a disk. */
export function explain(): EditorRequest {
  const editor = requireEditor();
  const hasSelection = !editor.selection.isEmpty;
  return {
    message: {
      text: hasSelection ? REQUEST_TEXTS.explainSelection : REQUEST_TEXTS.explainFile,
      attachments: [subjectOf(editor)],
    },
  };
}

/** Asks for a test of the selection, or else of the file in front. Errors: see `explain`. */
export function writeTest(): EditorRequest {
  const editor = requireEditor();
  const hasSelection = !editor.selection.isEmpty;
  return {
    message: {
      text: hasSelection ? REQUEST_TEXTS.testSelection : REQUEST_TEXTS.testFile,
      attachments: [subjectOf(editor)],
    },
    mode: 'agent',
  };
}

/** Asks to fix problems: those of the code action, of the selection, or of the file in front. Errors: see `explain`. */
export function fixProblems(at?: ProblemsAt): EditorRequest {
  return { message: aboutProblems('fix', at ?? problemsInFront()), mode: 'agent' };
}

/** Asks what problems mean. Errors: see `explain`. */
export function explainProblems(at?: ProblemsAt): EditorRequest {
  return { message: aboutProblems('explain', at ?? problemsInFront()) };
}

/** Asks to put code into the file that it belongs to. It is the model's text, and no word of the person's. */
export function applyCode(text: string): EditorRequest {
  const document = window.activeTextEditor?.document;
  const file: readonly AttachmentRef[] =
    document?.uri.scheme === 'file' ? [{ kind: 'file', path: document.uri.fsPath }] : [];
  return {
    message: {
      text: REQUEST_TEXTS.applyCode,
      attachments: [{ kind: 'output', name: ATTACH_TEXTS.codeToApply, text }, ...file],
    },
    mode: 'agent',
  };
}

/** Attachments for files and folders. Those that are on no disk are left out. */
export async function attachmentsOf(uris: readonly Uri[]): Promise<readonly AttachmentRef[]> {
  const refs = await Promise.all(
    uris.map(async (uri): Promise<AttachmentRef | undefined> => {
      if (uri.scheme !== 'file') return undefined;
      const { type } = await workspace.fs.stat(uri);
      const kind = (type & FileType.Directory) === 0 ? 'file' : 'folder';
      return { kind, path: uri.fsPath };
    }),
  );
  return refs.filter((ref) => ref !== undefined);
}

function aboutProblems(what: 'fix' | 'explain', { uri, diagnostics }: ProblemsAt): UserMessage {
  const lines = diagnostics.map(({ range }) => range.start.line + 1);
  return {
    text: describeProblems(what, lines),
    attachments: [
      ...(diagnostics.length === 0 ? [] : [rangeOf(uri, diagnostics)]),
      { kind: 'diagnostics', path: uri.fsPath },
    ],
  };
}

function rangeOf(uri: Uri, diagnostics: readonly Diagnostic[]): AttachmentRef {
  const starts = diagnostics.map(({ range }) => range.start.line + 1);
  const ends = diagnostics.map(({ range }) => range.end.line + 1);
  const lines = workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  const last = lines?.lineCount ?? Math.max(...ends);
  const range: LineRange = {
    startLine: Math.max(1, Math.min(...starts) - CONTEXT_LINES),
    endLine: Math.max(1, Math.min(last, Math.max(...ends) + CONTEXT_LINES)),
  };
  return { kind: 'file', path: uri.fsPath, range };
}

/** The problems in the selection, or else in the whole file in front. Notes count only where they are selected. */
function problemsInFront(): ProblemsAt {
  const { document, selection } = requireEditor();
  const all = languages.getDiagnostics(document.uri);
  const isSelected = ({ range }: { readonly range: Range }): boolean =>
    selection.intersection(range) !== undefined;
  const diagnostics = selection.isEmpty
    ? all.filter(({ severity }) => severity <= DiagnosticSeverity.Warning)
    : all.filter(isSelected);
  if (diagnostics.length === 0)
    throw new Error(
      REQUEST_TEXTS.noProblem(selection.isEmpty ? REQUEST_TEXTS.thisFile : REQUEST_TEXTS.theSelection),
    );
  return { uri: document.uri, diagnostics };
}

function subjectOf(editor: TextEditor): AttachmentRef {
  if (!editor.selection.isEmpty) return activeSelection();
  return { kind: 'file', path: editor.document.uri.fsPath };
}

function requireEditor(): TextEditor {
  const editor = window.activeTextEditor;
  if (editor?.document.uri.scheme !== 'file') throw new Error(ATTACH_TEXTS.notOnDisk);
  return editor;
}

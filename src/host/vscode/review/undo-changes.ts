import {
  EndOfLine,
  FileType,
  Position,
  Range,
  type TextDocument,
  Uri,
  workspace,
  WorkspaceEdit,
} from 'vscode';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import { splitText } from './hunks.js';
import { rejectHunks, toCharacters } from './reject-hunks.js';
import type { ReviewedFile } from './reviewed-files.js';
import { CHANGE_TEXTS } from '../words/command-words.js';

/** What to undo: files, or one hunk of one file. */
interface UndoRequest {
  readonly files: readonly ReviewedFile[];
  readonly hunk?: number;
}

type Change = (edit: WorkspaceEdit) => void;

/** What one edit of the editor is to do, and what follows it. */
interface Plan {
  readonly changes: Change[];
  /** Documents without unsaved changes, which are saved again. */
  readonly toSave: Set<TextDocument>;
  /**
   * Files whose bytes are written as they were. `lines`: only if the edit makes these of the text, because somebody else
   * may have edited it elsewhere.
   */
  readonly toWrite: { readonly uri: Uri; readonly bytes: Uint8Array; readonly lines?: readonly string[] }[];
  readonly toRename: { readonly from: Uri; readonly to: Uri }[];
  /** What stays as it is, as sentences. */
  readonly left: Set<string>;
}

/**
 * Undoes changes in the editor, as one step of its own undo. A document that had unsaved changes stays unsaved; all
 * others are saved. Resolves to what could not be undone, as sentences.
 * Errors: those of the editor, and that it refused the edit.
 */
export async function undoChanges({ files, hunk }: UndoRequest): Promise<readonly string[]> {
  const plan: Plan = { changes: [], toSave: new Set(), toWrite: [], toRename: [], left: new Set() };
  for (const file of files) await addFile(plan, file, hunk);
  await apply(plan.changes);
  const toWrite = plan.toWrite.filter(({ uri, lines }) => lines === undefined || hasLines(uri, lines));
  for (const document of plan.toSave) await document.save();
  // An editor gives a text one kind of line end when it edits it, and may format what it saves.
  for (const { uri, bytes } of toWrite) await restoreBytes(uri, bytes);
  const renames: Change[] = [];
  for (const { from, to } of plan.toRename) {
    if (await exists(to)) plan.left.add(CHANGE_TEXTS.isThereAgain(nameOf(to)));
    else
      renames.push((edit) => {
        edit.renameFile(from, to);
      });
  }
  await apply(renames);
  return [...plan.left];
}

async function addFile(plan: Plan, file: ReviewedFile, hunk: number | undefined): Promise<void> {
  const { pending, state } = file;
  const { path, origin, isDeleted, before, isExact } = pending;
  const uri = Uri.file(path);
  if (state === 'undone') return;
  if (isDeleted) {
    if (before === undefined) plan.left.add(CHANGE_TEXTS.cannotBringBack(nameOf(uri)));
    else
      plan.changes.push((edit) => {
        edit.createFile(uri, { contents: before, overwrite: false });
      });
    return;
  }
  if (origin === undefined) {
    if (state === 'changed') plan.left.add(CHANGE_TEXTS.newStays(nameOf(uri)));
    else
      plan.changes.push((edit) => {
        edit.deleteFile(uri, { ignoreIfNotExists: true });
      });
    return;
  }
  const isWhole = await addHunks(plan, file, hunk);
  const lines = pending.changes?.hunks.length === 0 ? undefined : pending.changes?.before;
  if (isWhole && isExact && before !== undefined)
    plan.toWrite.push({ uri, bytes: before, ...omitUndefined({ lines }) });
  if (hunk === undefined && origin !== path) plan.toRename.push({ from: uri, to: Uri.file(origin) });
}

/** Returns whether the file is as it was before, once the edit is made and saved. */
async function addHunks(
  plan: Plan,
  { pending, located, state }: ReviewedFile,
  hunk: number | undefined,
): Promise<boolean> {
  const { toSave, left } = plan;
  const { changes, path, before, origin } = pending;
  const uri = Uri.file(path);
  if (changes === undefined || changes.hunks.length === 0) {
    const isUndoable = before !== undefined && pending.isExact && state === 'pending';
    if (!isUndoable && origin === path) left.add(CHANGE_TEXTS.staysAsItIs(nameOf(uri)));
    return isUndoable && origin === path;
  }
  const document = await workspace.openTextDocument(uri);
  const lines = splitText(document.getText());
  let isWhole = true;
  const undoable = located.map((found, index) => {
    const there = changes.hunks[index];
    if (found.state === 'undone' || there === undefined) return false;
    const isAsked = hunk === undefined || hunk === index;
    const expected = changes.after.slice(there.newStart, there.newEnd);
    const isThere =
      found.state === 'pending' &&
      found.end - found.start === expected.length &&
      expected.every((line, at) => line === lines[found.start + at]);
    if (!isAsked || !isThere) isWhole = false;
    if (isAsked && !isThere) left.add(CHANGE_TEXTS.linesStay(nameOf(uri)));
    return isAsked && isThere;
  });
  const eol = document.eol === EndOfLine.CRLF ? '\r\n' : '\n';
  const { lineCount, isDirty } = document;
  const lengthOf = (line: number): number => document.lineAt(line).text.length;
  const replacements = rejectHunks(changes, located, (index) => undoable[index] === true);
  for (const replacement of replacements) {
    const { start, end, text } = toCharacters(replacement, { lineCount, lengthOf, eol });
    const range = new Range(new Position(start.line, start.character), new Position(end.line, end.character));
    plan.changes.push((edit) => {
      edit.replace(uri, range, text);
    });
  }
  if (replacements.length > 0 && !isDirty) toSave.add(document);
  return isWhole && !isDirty;
}

async function apply(changes: readonly Change[]): Promise<void> {
  // The editor takes an edit without any change for one that failed, and its own count leaves out whole files.
  if (changes.length === 0) return;
  const edit = new WorkspaceEdit();
  for (const change of changes) change(edit);
  if (!(await workspace.applyEdit(edit))) throw new Error(CHANGE_TEXTS.notApplied);
}

function hasLines(uri: Uri, lines: readonly string[]): boolean {
  const open = workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  const now = open === undefined ? [] : splitText(open.getText());
  return now.length === lines.length && now.every((line, at) => line === lines[at]);
}

/** Writes the bytes if the file has others, unless somebody has typed into it in the meantime. */
async function restoreBytes(uri: Uri, bytes: Uint8Array): Promise<void> {
  const open = workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (open?.isDirty === true) return;
  if (Buffer.compare(await workspace.fs.readFile(uri), bytes) !== 0) await workspace.fs.writeFile(uri, bytes);
}

async function exists(uri: Uri): Promise<boolean> {
  return workspace.fs.stat(uri).then(
    ({ type }) => type !== FileType.Unknown,
    () => false,
  );
}

function nameOf(uri: Uri): string {
  return workspace.asRelativePath(uri);
}

import { basename } from 'node:path';
import { commands, Disposable, type TextDocument, Uri, window, workspace } from 'vscode';
import { omitUndefined } from '../../../actors/protocol/json/omit-undefined.js';
import type { ChangedFile, ReviewAction } from '../../../actors/protocol/ui.js';
import { Debounce } from '../../../actors/runtime/debounce.js';
import { systemClock } from '../../../actors/runtime/clock.js';
import { Slots } from '../../../actors/runtime/slots.js';
import { RecordFolder } from '../../node/record-folder.js';
import { describeChangedFile } from './describe-changed-file.js';
import type { FileStep } from './pending-file.js';
import { OwnTabs } from './own-tabs.js';
import { findHunkAt, ReviewMarks } from './review-marks.js';
import { ReviewStore } from './review-store.js';
import { ReviewedFiles, type ReviewedFile } from './reviewed-files.js';
import { ShownTexts } from './shown-texts.js';
import { undoChanges } from './undo-changes.js';
import { CHANGE_TEXTS } from '../words/command-words.js';

const SCHEME = 'troupe-before';
const TITLE = CHANGE_TEXTS.title;
// Somebody who types is not disturbed, and whoever pauses sees at once what became of a change.
const QUIET = { quietMs: 150, maxMs: 1_000 };
const FILES_KEY = 'troupe.changedFiles';
const ANY_KEY = 'troupe.hasChanges';

export interface ReviewOptions {
  /** The folder of the records. */
  readonly folder: string;
  /** Called with all files that have changes to review, after each change. */
  readonly onChange: (files: readonly ChangedFile[]) => void;
  readonly onProblem: (what: string, error: unknown) => void;
}

/** The review of what the agent has changed: marks, diffs, and Keep and Undo for hunks, files, and everything. */
export class Review {
  readonly #options: ReviewOptions;
  readonly #texts = new ShownTexts(SCHEME);
  readonly #tabs = new OwnTabs({ scheme: SCHEME, title: TITLE, key: 'troupe.isReviewShown' });
  readonly #files: ReviewedFiles;
  readonly #marks: ReviewMarks;
  readonly #scope: Disposable;
  /** One action at a time: a file that is still being saved would be one with a person's changes for the next. */
  readonly #turns = new Slots(1);
  #told = '';

  constructor(options: ReviewOptions) {
    this.#options = options;
    this.#marks = new ReviewMarks((document) => this.#find(document));
    this.#files = new ReviewedFiles({
      store: new ReviewStore({ folder: new RecordFolder(options.folder), decode }),
      readCurrent,
      decode,
      onChange: () => {
        this.#show();
      },
      onProblem: options.onProblem,
    });
    const typed = new Set<string>();
    const settled = new Debounce(systemClock, QUIET, () => {
      for (const path of typed) void this.#files.refresh(path);
      typed.clear();
    });
    const look = (document: TextDocument): void => {
      if (document.uri.scheme !== 'file' || this.#files.get(document.uri.fsPath) === undefined) return;
      typed.add(document.uri.fsPath);
      settled.trigger();
    };
    const lookAtAll = (): void => {
      if (this.#files.list.length > 0) void this.#files.refresh();
    };
    const register = (name: string, run: (...args: readonly unknown[]) => unknown): Disposable =>
      commands.registerCommand(`troupe.${name}`, run);
    this.#scope = Disposable.from(
      this.#texts,
      this.#tabs,
      this.#marks,
      workspace.onDidChangeTextDocument(({ document }) => {
        look(document);
      }),
      workspace.onDidSaveTextDocument(look),
      workspace.onDidCloseTextDocument(look),
      workspace.onDidCreateFiles(() => {
        void this.#files.refresh();
      }),
      workspace.onDidDeleteFiles(lookAtAll),
      workspace.onDidRenameFiles(() => {
        void this.#files.refresh();
      }),
      window.onDidChangeWindowState(lookAtAll),
      register('review', () => this.act('open')),
      register('keepAll', () => this.act('keep')),
      register('undoAll', () => this.act('undo')),
      register('keepFile', (path) => this.act('keep', pathOf(path))),
      register('undoFile', (path) => this.act('undo', pathOf(path))),
      register('keepChange', (path, hunk) => this.#turns.run(() => this.#actOnHunk('keep', path, hunk))),
      register('undoChange', (path, hunk) => this.#turns.run(() => this.#actOnHunk('undo', path, hunk))),
      new Disposable(() => {
        settled.cancel();
      }),
    );
  }

  /** The files that have changes to review. */
  get changedFiles(): readonly ChangedFile[] {
    return this.#files.list.map((file) =>
      describeChangedFile(file, workspace.asRelativePath(file.pending.path)),
    );
  }

  /** Takes what the agent has changed. Never rejects. */
  record(steps: readonly FileStep[]): Promise<void> {
    return this.#files.record(steps);
  }

  /** Opens, keeps or undoes the changes of a file, or of all. Errors: those of the editor. */
  act(action: ReviewAction, path?: string): Promise<void> {
    return this.#turns.run(() => this.#act(action, path));
  }

  async #act(action: ReviewAction, path?: string): Promise<void> {
    await this.#files.refresh(path);
    const one = path === undefined ? undefined : this.#files.get(path);
    const files = path === undefined ? this.#files.list : one === undefined ? [] : [one];
    if (action === 'open') await this.#open(files);
    else if (action === 'keep') for (const { pending } of files) await this.#files.keep(pending.path);
    else await this.#undo(files);
    if (this.#files.list.length === 0) await this.#tabs.close();
  }

  dispose(): void {
    this.#scope.dispose();
  }

  async #actOnHunk(action: 'keep' | 'undo', givenPath: unknown, givenHunk: unknown): Promise<void> {
    const path = pathOf(givenPath);
    if (path === undefined) return;
    await this.#files.refresh(path);
    const file = this.#files.get(path);
    if (file === undefined) return;
    const line = window.activeTextEditor?.selection.active.line ?? -1;
    const hunk = typeof givenHunk === 'number' ? givenHunk : findHunkAt(file, line);
    // A new file has no hunks: it is one change.
    if (file.located.length === 0) await this.#act(action, path);
    else if (file.located[hunk] === undefined) return;
    else if (action === 'keep') await this.#files.keep(path, hunk);
    else await this.#undo([file], hunk);
  }

  async #undo(files: readonly ReviewedFile[], hunk?: number): Promise<void> {
    try {
      const left = await undoChanges({ files, ...omitUndefined({ hunk }) });
      if (left.length > 0) void window.showWarningMessage(left.join(' '));
    } finally {
      await this.#files.refresh();
    }
  }

  async #open(files: readonly ReviewedFile[]): Promise<void> {
    const sides = files.map((file) => ({ ...this.#sidesOf(file), uri: Uri.file(file.pending.path) }));
    const [first] = sides;
    if (first === undefined) return;
    if (sides.length > 1) {
      const list = sides.map(({ uri, before, after }) => [uri, before, after]);
      await commands.executeCommand('vscode.changes', TITLE, list);
      return;
    }
    const empty = this.#texts.set(first.uri.fsPath, 'nothing', '');
    const { before = empty, after = empty } = first;
    await commands.executeCommand(
      'vscode.diff',
      before,
      after,
      CHANGE_TEXTS.titleOf(basename(first.uri.fsPath)),
    );
  }

  #sidesOf({ pending }: ReviewedFile): { readonly before: Uri | undefined; readonly after: Uri | undefined } {
    const { path, origin, isDeleted } = pending;
    const before = origin === undefined ? undefined : this.#texts.set(origin, '', this.#textBefore(pending));
    return { before, after: isDeleted ? undefined : Uri.file(path) };
  }

  #textBefore({ changes, before }: ReviewedFile['pending']): string {
    if (changes !== undefined) return changes.before.join('\n');
    return before === undefined ? CHANGE_TEXTS.tooBig : Buffer.from(before).toString();
  }

  #find({ uri }: TextDocument): ReviewedFile | undefined {
    return uri.scheme === 'file' ? this.#files.get(uri.fsPath) : undefined;
  }

  #show(): void {
    this.#marks.redraw();
    // What was kept is part of the text before, which an editor may show.
    for (const { uri } of workspace.textDocuments) {
      const file =
        uri.scheme === SCHEME && this.#files.list.find(({ pending }) => pending.origin === uri.fsPath);
      if (file) this.#sidesOf(file);
    }
    const files = this.changedFiles;
    const told = JSON.stringify(files);
    if (told === this.#told) return;
    this.#told = told;
    const paths = files.map(({ path }) => path);
    void commands.executeCommand('setContext', FILES_KEY, paths);
    void commands.executeCommand('setContext', ANY_KEY, paths.length > 0);
    this.#options.onChange(files);
  }
}

/** The path that a command was given: by a menu as an address, by a button as a text; else the file in front. */
function pathOf(given: unknown): string | undefined {
  if (typeof given === 'string') return given;
  if (given instanceof Uri) return given.fsPath;
  return window.activeTextEditor?.document.uri.fsPath;
}

/** Never rejects: the editor refuses to decode what it takes for binary. */
function decode(bytes: Uint8Array, path: string): PromiseLike<string> {
  return workspace
    .decode(bytes, { uri: Uri.file(path) })
    .then(undefined, () => Buffer.from(bytes).toString());
}

async function readCurrent(path: string): Promise<{ text: string; bytes: Uint8Array } | undefined> {
  const uri = Uri.file(path);
  const open = workspace.textDocuments.find((one) => one.uri.scheme === 'file' && one.uri.fsPath === path);
  const bytes = await workspace.fs.readFile(uri).then(undefined, () => undefined);
  // An editor keeps the text of a file that was deleted under it.
  if (bytes === undefined) return undefined;
  return { text: open === undefined || open.isClosed ? await decode(bytes, path) : open.getText(), bytes };
}

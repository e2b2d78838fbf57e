import {
  CodeLens,
  type Command,
  type CodeLensProvider,
  Disposable,
  EventEmitter,
  Hover,
  type HoverProvider,
  languages,
  MarkdownString,
  OverviewRulerLane,
  type Position,
  Range,
  TabInputText,
  type TextDocument,
  type TextEditor,
  ThemeColor,
  window,
} from 'vscode';
import type { ReviewedFile } from './reviewed-files.js';
import { CHANGE_TEXTS } from '../words/command-words.js';

const FILES = { scheme: 'file' };

/** The changes of the agent in a document; `undefined` when there are none. */
type FindReviewed = (document: TextDocument) => ReviewedFile | undefined;

/** Marks the lines of changes to review in ordinary editors, with Keep and Undo above each of them and on hover. */
export class ReviewMarks implements CodeLensProvider, HoverProvider {
  readonly #find: FindReviewed;
  readonly #changed = new EventEmitter<void>();
  readonly onDidChangeCodeLenses = this.#changed.event;
  readonly #added = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor('diffEditor.insertedLineBackground'),
    borderColor: new ThemeColor('diffEditor.insertedTextBorder'),
    overviewRulerColor: new ThemeColor('editorOverviewRuler.addedForeground'),
    overviewRulerLane: OverviewRulerLane.Left,
  });
  readonly #changedLines = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor('diffEditor.insertedLineBackground'),
    borderColor: new ThemeColor('diffEditor.insertedTextBorder'),
    overviewRulerColor: new ThemeColor('editorOverviewRuler.modifiedForeground'),
    overviewRulerLane: OverviewRulerLane.Left,
  });
  // Deleted lines have no place in the text: a line between the others says where they were, the hover what they were.
  readonly #removed = window.createTextEditorDecorationType({
    isWholeLine: true,
    borderStyle: 'solid',
    borderWidth: '2px 0 0 0',
    borderColor: new ThemeColor('editorGutter.deletedBackground'),
    overviewRulerColor: new ThemeColor('editorOverviewRuler.deletedForeground'),
    overviewRulerLane: OverviewRulerLane.Left,
  });
  readonly #scope: Disposable;

  constructor(find: FindReviewed) {
    this.#find = find;
    this.#scope = Disposable.from(
      this.#changed,
      this.#added,
      this.#changedLines,
      this.#removed,
      languages.registerCodeLensProvider(FILES, this),
      languages.registerHoverProvider(FILES, this),
      window.onDidChangeVisibleTextEditors(() => {
        this.draw();
      }),
    );
  }

  /** Draws all marks again. */
  draw(): void {
    for (const editor of window.visibleTextEditors)
      if (editor.document.uri.scheme === 'file') this.#mark(editor);
  }

  /** Has the editor ask for the lines above changes again. */
  redraw(): void {
    this.draw();
    this.#changed.fire();
  }

  provideCodeLenses(document: TextDocument): CodeLens[] {
    const file = this.#find(document);
    if (file === undefined || file.state === 'undone') return [];
    const { path, changes } = file.pending;
    const top = new Range(0, 0, 0, 0);
    const isWhole = changes === undefined || changes.hunks.length === 0;
    const lenses = [
      lens(top, `$(check) ${isWhole ? CHANGE_TEXTS.keepFile : CHANGE_TEXTS.keepAllOfFile}`, 'keepFile', path),
      lens(
        top,
        `$(discard) ${isWhole ? CHANGE_TEXTS.undoFile : CHANGE_TEXTS.undoAllOfFile}`,
        'undoFile',
        path,
      ),
    ];
    for (const [index, { state, start }] of file.located.entries()) {
      const line = Math.min(start, document.lineCount - 1);
      const range = new Range(line, 0, line, 0);
      if (state === 'undone') continue;
      lenses.push(lens(range, `$(check) ${CHANGE_TEXTS.keep}`, 'keepChange', path, index));
      if (state === 'pending')
        lenses.push(lens(range, `$(discard) ${CHANGE_TEXTS.undo}`, 'undoChange', path, index));
      else lenses.push(lens(range, CHANGE_TEXTS.changedSince, 'keepChange', path, index));
    }
    return lenses;
  }

  provideHover(document: TextDocument, position: Position): Hover | undefined {
    const file = this.#find(document);
    const index = file === undefined ? -1 : findHunkAt(file, position.line);
    const found = file?.located[index];
    if (file === undefined || found === undefined) return undefined;
    const { path, changes } = file.pending;
    const hunk = changes?.hunks[index];
    const old = hunk === undefined ? [] : (changes?.before.slice(hunk.oldStart, hunk.oldEnd) ?? []);
    const actions = new MarkdownString(
      found.state === 'pending'
        ? CHANGE_TEXTS.changedHover(link('keepChange', path, index), link('undoChange', path, index))
        : CHANGE_TEXTS.changedSinceHover(link('keepChange', path, index)),
    );
    actions.isTrusted = { enabledCommands: ['troupe.keepChange', 'troupe.undoChange'] };
    // The text of a file is no Markdown of ours, so that it stands apart from the links.
    const before = new MarkdownString(old.length === 0 ? '' : CHANGE_TEXTS.before);
    if (old.length > 0) before.appendCodeblock(old.join('\n'), document.languageId);
    return new Hover(old.length === 0 ? [actions] : [actions, before]);
  }

  dispose(): void {
    this.#scope.dispose();
  }

  #mark(editor: TextEditor): void {
    const file = isDiff(editor) ? undefined : this.#find(editor.document);
    const ranges = { added: [] as Range[], changed: [] as Range[], removed: [] as Range[] };
    const last = editor.document.lineCount - 1;
    for (const [index, { state, start, end }] of file?.located.entries() ?? []) {
      const hunk = file?.pending.changes?.hunks[index];
      if (state === 'undone' || hunk === undefined) continue;
      if (end === start) ranges.removed.push(new Range(Math.min(start, last), 0, Math.min(start, last), 0));
      else if (hunk.oldEnd === hunk.oldStart) ranges.added.push(new Range(start, 0, end - 1, 0));
      else ranges.changed.push(new Range(start, 0, end - 1, 0));
    }
    const isNew = file !== undefined && file.pending.origin === undefined && file.state !== 'undone';
    if (isNew) ranges.added.push(new Range(0, 0, last, 0));
    editor.setDecorations(this.#added, ranges.added);
    editor.setDecorations(this.#changedLines, ranges.changed);
    editor.setDecorations(this.#removed, ranges.removed);
  }
}

/** The index of the hunk that is at a line, or -1. A hunk without lines is at the line after it. */
export function findHunkAt({ located }: ReviewedFile, line: number): number {
  return located.findIndex(
    ({ state, start, end }) => state !== 'undone' && start <= line && line < Math.max(end, start + 1),
  );
}

/** Whether an editor is a side of a diff, which has colours of its own. */
function isDiff({ viewColumn, document }: TextEditor): boolean {
  const group = window.tabGroups.all.find((one) => one.viewColumn === viewColumn);
  const input = group?.activeTab?.input;
  return !(input instanceof TabInputText && input.uri.toString() === document.uri.toString());
}

function lens(range: Range, title: string, name: string, ...args: readonly unknown[]): CodeLens {
  const command: Command = { title, command: `troupe.${name}`, arguments: [...args] };
  return new CodeLens(range, command);
}

function link(name: string, ...args: readonly unknown[]): string {
  return `command:troupe.${name}?${encodeURIComponent(JSON.stringify(args))}`;
}

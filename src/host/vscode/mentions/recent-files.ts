import {
  type Disposable,
  type Memento,
  TabInputText,
  type TextEditor,
  type Uri,
  window,
  workspace,
} from 'vscode';

// The key of the files in the editor's workspace state.
const KEY = 'troupe.recentFiles';

// A list that is longer takes more time to read than a name takes to type.
const MAX_OPEN = 8;
const MAX_RECENT = 5;

// Enough to have recent files left when many of them are open.
const MAX_KEPT = 20;

/** The files of the workspace that the person has open, or had open, the newest first. */
export class RecentFiles implements Disposable {
  readonly #state: Memento;
  readonly #subscription: Disposable;
  #paths: readonly string[];

  /** `onActive` is called when another editor is active. */
  constructor(state: Memento, onActive: () => void) {
    this.#state = state;
    const kept = state.get<unknown>(KEY);
    this.#paths = Array.isArray(kept) ? kept.filter((path) => typeof path === 'string') : [];
    this.#subscription = window.onDidChangeActiveTextEditor((editor) => {
      this.#note(editor);
      onActive();
    });
    this.#note(window.activeTextEditor);
  }

  /** Shape: absolute paths. The active file first, then the other open ones, then those that were closed. */
  list(): readonly { readonly path: string; readonly isOpen: boolean }[] {
    const tabs = window.tabGroups.all.flatMap((group) => group.tabs);
    const open = new Set(
      tabs.flatMap(({ input }) => (input instanceof TabInputText ? (pathOf(input.uri) ?? []) : [])),
    );
    const shown = this.#paths.filter((path) => open.has(path));
    const rest = [...open].filter((path) => !shown.includes(path));
    const closed = this.#paths.filter((path) => !open.has(path));
    return [
      ...[...shown, ...rest].slice(0, MAX_OPEN).map((path) => ({ path, isOpen: true })),
      ...closed.slice(0, MAX_RECENT).map((path) => ({ path, isOpen: false })),
    ];
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  #note(editor: TextEditor | undefined): void {
    const path = editor && pathOf(editor.document.uri);
    if (path === undefined || path === this.#paths[0]) return;
    this.#paths = [path, ...this.#paths.filter((other) => other !== path)].slice(0, MAX_KEPT);
    // Losing the list costs a few keys.
    this.#state.update(KEY, this.#paths).then(undefined, () => undefined);
  }
}

/** The path of a file on a disk in the workspace; `undefined` for anything else. */
export function pathOf(uri: Uri): string | undefined {
  return uri.scheme === 'file' && workspace.getWorkspaceFolder(uri) !== undefined ? uri.fsPath : undefined;
}

import { type Disposable, EventEmitter, type TextDocumentContentProvider, Uri, workspace } from 'vscode';

/** Read-only texts that editors show under a scheme of their own, beside the files that they belong to. */
export class ShownTexts implements TextDocumentContentProvider {
  readonly #scheme: string;
  readonly #texts = new Map<string, string>();
  readonly #changed = new EventEmitter<Uri>();
  readonly #registration: Disposable;
  readonly onDidChange = this.#changed.event;

  constructor(scheme: string) {
    this.#scheme = scheme;
    this.#registration = workspace.registerTextDocumentContentProvider(scheme, this);
  }

  /** Shows a text; `query` tells several texts of one path apart. Returns its address. */
  set(path: string, query: string, text: string): Uri {
    const uri = Uri.file(path).with({ scheme: this.#scheme, query });
    const key = uri.toString();
    const isOther = this.#texts.has(key) && this.#texts.get(key) !== text;
    this.#texts.set(key, text);
    if (isOther) this.#changed.fire(uri);
    return uri;
  }

  clear(): void {
    this.#texts.clear();
  }

  provideTextDocumentContent(uri: Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
  }
}

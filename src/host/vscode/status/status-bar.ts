import { type Disposable, StatusBarAlignment, type StatusBarItem, ThemeColor, window } from 'vscode';
import type { ViewStatus } from '../../../actors/protocol/ui.js';
import { formatIndexText } from './format-index-text.js';

// To the right of the editor's own items on that side, where background work is expected.
const PRIORITY = 0;

/** The index in the status bar; a click restarts it. Hidden while there is no index. */
export class IndexStatusBar implements Disposable {
  readonly #item: StatusBarItem;

  constructor() {
    this.#item = window.createStatusBarItem('troupe.index', StatusBarAlignment.Right, PRIORITY);
    this.#item.name = 'Troupe Index';
    this.#item.command = 'troupe.restartIndex';
  }

  show(index: ViewStatus['index']): void {
    const shown = formatIndexText(index);
    if (shown === undefined) {
      this.#item.hide();
      return;
    }
    const { text, spoken, kind } = shown;
    this.#item.text = text;
    this.#item.tooltip = `${index.reason === undefined ? '' : `${index.reason}\n`}Click to restart the index.`;
    this.#item.accessibilityInformation = { label: spoken };
    this.#item.backgroundColor =
      kind === 'plain' ? undefined : new ThemeColor(`statusBarItem.${kind}Background`);
    this.#item.show();
  }

  dispose(): void {
    this.#item.dispose();
  }
}

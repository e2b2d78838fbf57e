import { type Disposable, StatusBarAlignment, type StatusBarItem, ThemeColor, window } from 'vscode';
import { systemClock } from '../../../actors/runtime/clock.js';
import { BarState } from './bar-state.js';
import { BAR_TEXTS } from '../words/editor-words.js';

// To the right of the editor's own items on that side, where background work is expected.
const PRIORITY = 0;

/** Troupe in the status bar; a click opens the chat. Hidden until there is something to say. */
export class StatusBar implements Disposable {
  readonly #item: StatusBarItem;
  readonly state: BarState;

  constructor() {
    const item = window.createStatusBarItem('troupe.status', StatusBarAlignment.Right, PRIORITY);
    item.name = BAR_TEXTS.name;
    item.command = 'troupe.focusChat';
    this.#item = item;
    this.state = new BarState(systemClock, ({ text, details, kind }) => {
      item.text = text;
      item.tooltip = details;
      item.accessibilityInformation = { label: BAR_TEXTS.spoken(details) };
      item.backgroundColor = kind === 'plain' ? undefined : new ThemeColor(`statusBarItem.${kind}Background`);
      item.show();
    });
  }

  dispose(): void {
    this.state.dispose();
    this.#item.dispose();
  }
}

import { window } from 'vscode';
import type { NoticeAction } from './turn-signs.js';

/** Shows a notification of the editor. Resolves to the button that was pressed. */
export function showNotice(
  text: string,
  kind: 'information' | 'warning',
  actions: readonly NoticeAction[],
): Thenable<NoticeAction | undefined> {
  return kind === 'warning'
    ? window.showWarningMessage(text, ...actions)
    : window.showInformationMessage(text, ...actions);
}

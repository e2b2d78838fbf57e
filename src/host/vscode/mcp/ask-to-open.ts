import { env, type Uri, window } from 'vscode';
import { toVisibleName } from '../../markdown/visible-text.js';

/**
 * Shows an address whole and opens it in the browser when the person wants that. Resolves to whether it was opened.
 */
export async function askToOpen(question: string, page: string, button: string): Promise<boolean> {
  const answer = await window.showInformationMessage(
    question,
    { modal: true, detail: toVisibleName(page) },
    button,
  );
  if (answer !== button) return false;
  // The editor takes a text as well, and only a text stays as it is: an address loses what is encoded in its query.
  // Source: https://github.com/microsoft/vscode/issues/85930
  return env.openExternal(page as unknown as Uri);
}

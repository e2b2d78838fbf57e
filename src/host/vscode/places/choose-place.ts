import { type QuickPickItem, window } from 'vscode';

/** One of several places, as a list offers it. */
export interface PlaceItem<Value> extends QuickPickItem {
  readonly value: Value;
}

/** The only choice, or the one that the person takes from a list; `undefined` when the list is left. */
export async function choosePlace<Value>(
  title: string,
  choices: readonly PlaceItem<Value>[],
): Promise<Value | undefined> {
  const [first, ...others] = choices;
  if (first === undefined || others.length === 0) return first?.value;
  const picked = await window.showQuickPick(choices, { title, matchOnDescription: true });
  return picked?.value;
}

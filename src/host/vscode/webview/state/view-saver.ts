import type { SavedView } from './saved-view.js';

// Saving such a text at each key would be felt. Units: UTF-16 units.
const MAX_CHARS_AT_ONCE = 100_000;

// Shorter than a person takes to close a window after the last key.
const DELAY_MS = 300;

/**
 * Saves what the view must remember: at once, or with large attachments such as images once the person pauses, or
 * leaves.
 */
export function createViewSaver(save: (view: SavedView) => void): (view: SavedView) => void {
  let due: { readonly view: SavedView; readonly timer: ReturnType<typeof setTimeout> } | undefined;
  const saveDue = (): void => {
    if (due === undefined) return;
    const { view, timer } = due;
    clearTimeout(timer);
    due = undefined;
    save(view);
  };
  addEventListener('pagehide', saveDue);
  return (view) => {
    if (due !== undefined) clearTimeout(due.timer);
    due = undefined;
    if (isSmall(view)) save(view);
    else due = { view, timer: setTimeout(saveDue, DELAY_MS) };
  };
}

function isSmall({ draft }: SavedView): boolean {
  const chars = draft.attachments.map((ref) =>
    'data' in ref ? ref.data.length : 'text' in ref ? ref.text.length : 0,
  );
  return chars.reduce((sum, length) => sum + length, 0) <= MAX_CHARS_AT_ONCE;
}

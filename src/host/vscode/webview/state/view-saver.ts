import type { KeptDraft } from '../../../../actors/protocol/ui.js';
import { type SavedView, writeKeptDrafts } from './saved-view.js';

// Saving such a text at each key would be felt. Units: UTF-16 units.
const MAX_CHARS_AT_ONCE = 100_000;

// A person takes longer to close a window after the last key. A killed window loses at most what was typed in this time.
const DELAY_MS = 300;

interface ViewSaverOptions {
  /** Gives what must be remembered to the editor. */
  readonly remember: (view: SavedView) => void;
  /** Gives the draft to the extension. */
  readonly keep: (draft: KeptDraft) => void;
}

/**
 * Saves what the view must remember, in two places. The editor gets it at once, or with large attachments such as images
 * once the person pauses, or leaves; it brings it back when the view was only hidden. The extension gets the draft soon
 * after a change, with large attachments once the person pauses, and puts it on the disk: an editor that is killed, or has
 * no time to close, has forgotten it.
 */
export function createViewSaver({ remember, keep }: ViewSaverOptions): (view: SavedView) => void {
  let due: SavedView | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let keptAt = 0;
  const saveDue = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (due === undefined) return;
    const view = due;
    due = undefined;
    if (!isSmall(view)) remember(view);
    if (view.at === keptAt) return;
    keptAt = view.at;
    keep({ at: view.at, text: writeKeptDrafts(view) });
  };
  addEventListener('pagehide', saveDue);
  return (view) => {
    due = view;
    if (isSmall(view)) remember(view);
    else clearTimeout(timer);
    if (timer === undefined || !isSmall(view)) timer = setTimeout(saveDue, DELAY_MS);
  };
}

function isSmall({ draft, drafts }: SavedView): boolean {
  const attachments = [draft, ...Object.values(drafts?.others ?? {})].flatMap((one) => one.attachments);
  const chars = attachments.map((ref) =>
    'data' in ref ? ref.data.length : 'text' in ref ? ref.text.length : 0,
  );
  return chars.reduce((sum, length) => sum + length, 0) <= MAX_CHARS_AT_ONCE;
}

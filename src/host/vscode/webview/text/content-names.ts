import type { EditorContent } from '../../../../actors/protocol/ui.js';

/** What the editor can attach, as the list of mentions names it. */
export const CONTENT_NAMES: Readonly<Record<EditorContent, string>> = {
  selection: 'Selection',
  problems: 'Problems',
  terminal: 'Terminal',
  changes: 'Changes',
};

import type { Clock } from '../../../actors/runtime/clock.js';
import type { EditorDocument } from './editor-files.js';

/** The editor's events about documents. */
export interface DocumentEvents {
  /** Calls back after each change of a document and when one is closed; the returned function ends this. */
  readonly onChange: (listener: () => void) => () => void;
  readonly clock: Clock;
}

// The editor reloads a changed file within a quarter of a second, or never where it does not watch.
const MAX_WAIT_MS = 1_500;

/**
 * Resolves when the editor has reloaded a document from the disk; `text` is the new content, if it is UTF-8. Resolves
 * at once when that cannot happen, because the document was closed or has unsaved changes, and in any case after a time
 * limit.
 */
export function whenEditorReloaded(
  document: EditorDocument,
  text: string,
  { onChange, clock }: DocumentEvents,
): Promise<void> {
  const { version } = document;
  return new Promise((resolve) => {
    const end = (): void => {
      stopListening();
      stopTimer();
      resolve();
    };
    const look = (): void => {
      const isNew = document.version !== version || document.getText() === text;
      if (isNew || document.isClosed || document.isDirty) end();
    };
    const stopListening = onChange(look);
    const stopTimer = clock.after(MAX_WAIT_MS, end);
    look();
  });
}

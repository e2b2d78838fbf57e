import type { Clock } from '../../../actors/runtime/clock.js';
import type { EditorDocument } from './editor-files.js';

/** What tells of documents. */
export interface DocumentEvents {
  /** Calls back after each change of a document and when one is closed; the returned function ends it. */
  readonly onChange: (listener: () => void) => () => void;
  readonly clock: Clock;
}

// The editor takes over a change on the disk within a quarter of a second; where it does not watch, never.
const MAX_WAIT_MS = 1_500;

/**
 * Resolves when an open document has changed to what was written under it; `text` is that, if it is UTF-8. At once when
 * it never will: it was closed, or somebody types in it. After a while in any case.
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

import { ThreadNotFoundError } from '../../protocol/errors.js';
import type { ThreadId } from '../../protocol/thread.js';

// Ids are names of folders: one that leads to another folder is none.
const THREAD_ID = /^[\w-]{1,100}$/;

// The beginning identifies what was passed by mistake.
const MAX_SHOWN_CHARS = 120;

/**
 * A text as the id of a thread, such as one from a database. Whether there is such a thread only its store knows.
 * Shape: 1 to 100 letters, digits, `_` and `-`. Errors: `ThreadNotFoundError` for any other text.
 */
export function parseThreadId(text: string): ThreadId {
  if (isThreadId(text)) return text as ThreadId;
  const shown = JSON.stringify(text).slice(0, MAX_SHOWN_CHARS);
  throw new ThreadNotFoundError(
    `Expected the id of a thread, which has 1 to 100 letters, digits, _ and -; got ${shown}.`,
    { thread: text },
  );
}

/** Whether a text can be the id of a thread. */
export function isThreadId(text: unknown): boolean {
  return typeof text === 'string' && THREAD_ID.test(text);
}

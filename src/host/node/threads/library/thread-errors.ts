import { ThreadNotFoundError, ThreadStoreError } from '../../../../actors/protocol/errors.js';
import type { ThreadId } from '../../../../actors/protocol/thread.js';

/** The library has no thread of this id. */
export function notFound(thread: ThreadId): ThreadNotFoundError {
  return new ThreadNotFoundError(`There is no thread ${thread}.`, { thread });
}

/** Another process writes to a thread that nobody may write to now. */
export function heldElsewhere(thread: ThreadId): ThreadStoreError {
  return new ThreadStoreError(
    `Another window or program writes to the thread ${thread}: close it there, and try again.`,
    { thread },
  );
}

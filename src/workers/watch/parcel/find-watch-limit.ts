import { watch } from 'node:fs';
import { messageOf } from '../../../actors/protocol/errors/message-of.js';
import { isWatchLimit } from '../back-end/watch-error.js';

/**
 * Why no further directory can be watched, as the system's message; `undefined` when one can.
 * The addon silently leaves a new directory unwatched when watches run out, so only a trial shows it.
 * Cost: one watch, which is released at once.
 */
export function findWatchLimit(directory: string): string | undefined {
  try {
    watch(directory).close();
    return undefined;
  } catch (error) {
    return isWatchLimit(messageOf(error)) ? messageOf(error) : undefined;
  }
}

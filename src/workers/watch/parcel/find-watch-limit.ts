import { watch } from 'node:fs';
import { isWatchLimit, messageOf } from '../back-end/watch-error.js';

/**
 * Why no further directory can be watched, in the words of the system; `undefined` when one can.
 * The addon leaves a new directory unwatched without a word when watches run out: only a try of our own tells.
 * Cost: one watch, given back at once.
 */
export function findWatchLimit(directory: string): string | undefined {
  try {
    watch(directory).close();
    return undefined;
  } catch (error) {
    return isWatchLimit(messageOf(error)) ? messageOf(error) : undefined;
  }
}

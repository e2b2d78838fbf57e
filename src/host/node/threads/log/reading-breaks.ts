import { Breaks } from '../../../../actors/runtime/slices.js';

/** The breaks of all who read threads, of which a list reads several at once. */
export const readingBreaks = new Breaks();

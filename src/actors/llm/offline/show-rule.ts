import type { IntentRule } from './intent.js';
import { findPath, readLineRange } from './path-words.js';

const SHOWS: readonly RegExp[] = [
  /^(?:show|open|read|print|cat|display|view|see|head|quote|let me see|give me|(?:take |have )?(?:a )?look at)\b/i,
  /^what(?:'s| is| are)(?: the (?:contents?|text))?(?: written)? (?:in|inside|of|on)\b/i,
  /^what does .+ (?:contain|say)$/i,
  /^(?:the )?(?:first |last )?(?:\d+ )?lines? \d*/i,
];

/** A request for a file or some of its lines. */
export const readShow: IntentRule = (text) => {
  const place = SHOWS.some((pattern) => pattern.test(text)) ? findPath(text) : undefined;
  return place === undefined ? undefined : { kind: 'show', path: place.path, ...readLineRange(place) };
};

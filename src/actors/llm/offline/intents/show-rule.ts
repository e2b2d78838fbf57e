import type { IntentRule } from './intent.js';
import { findPath, readLineRange } from './path-words.js';

const SHOWS: readonly RegExp[] = [
  /^(?:show|open|read|print|cat|display|view|see|head|quote|let me see|give me|(?:take |have )?(?:a )?look at)\b/i,
  /^what(?:'s| is| are)(?: the (?:contents?|text))?(?: written)? (?:in|inside|of|on)\b/i,
  /^what does .+ (?:contain|say)$/i,
  /^(?:the )?(?:first |last )?(?:\d+ )?lines? \d*/i,
];

// A single plain word after such a verb is the name of a file or a directory.
const BARE_WORD = /^(?:show(?: me)?|open|read|print|cat|display|view|see)\s+(?:the\s+)?(?<path>[a-z][\w-]*)$/;

/** A request for a file or some of its lines. */
export const readShow: IntentRule = (text) => {
  const place = SHOWS.some((pattern) => pattern.test(text)) ? findPath(text) : undefined;
  if (place !== undefined) return { kind: 'show', path: place.path, ...readLineRange(place) };
  const bare = BARE_WORD.exec(text)?.groups?.['path'];
  return bare === undefined || /[A-Z_]/.test(bare) ? undefined : { kind: 'show', path: bare };
};

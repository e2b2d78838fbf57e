import { isTooDeep, MAX_JSON_DEPTH } from '../../protocol/json/json-depth.js';
import { cutText } from './cut-text.js';

// Enough to recognise a value; a whole file quoted in a message would bury the message itself.
const MAX_QUOTED_CHARS = 200;

/** A value for an error message: JSON, cut to 200 characters; words for a value that has no JSON. */
export function quoteValue(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(cutText(value, MAX_QUOTED_CHARS));
  if (isTooDeep(value)) return `a value nested deeper than ${MAX_JSON_DEPTH} levels`;
  return cutText(toJson(value) ?? String(value), MAX_QUOTED_CHARS);
}

function toJson(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    // A bigint from a program that embeds the engine: models cannot send one.
    return undefined;
  }
}

import type { GrepPattern } from '../../../src/workers/regex/parse-pattern.js';
import type { LineSearch } from '../../../src/workers/grep/grep.js';
import { compileMatcher } from '../../../src/workers/grep/line-matcher.js';

/** A search for a pattern that takes too long nowhere. */
export function lineSearch(pattern: GrepPattern, contextLines = 0): LineSearch {
  return {
    matcher: compileMatcher(pattern),
    contextLines,
    onGivenUp: (line) => {
      throw new Error(`line ${String(line)} takes too long`);
    },
  };
}

import { PatternSyntaxError } from '../../../actors/protocol/errors.js';
import { readPattern, type Pattern } from './pattern.js';

/**
 * A person's own patterns, in their order; blank lines and comments are skipped.
 * Shape: `source` is the name of the setting they come from.
 * Errors: `PatternSyntaxError` for the first that could never match, or that is more than one line. A `.gitignore` may
 * hold such a line and git passes over it, but who writes a setting wants to know.
 * Source: SPEC W1.
 */
export function readUserPatterns(patterns: readonly string[], source: string): Pattern[] {
  return patterns.flatMap((pattern) => {
    if (/[\n\0]/.test(pattern)) throw syntaxError(pattern, source, 'a line break or a NUL character');
    const read = readPattern(pattern, false);
    if (typeof read?.glob === 'string') throw syntaxError(pattern, source, read.glob);
    return read ?? [];
  });
}

function syntaxError(pattern: string, source: string, problem: string): PatternSyntaxError {
  const message = `${source} holds the pattern ${JSON.stringify(pattern)}, which has ${problem}.`;
  return new PatternSyntaxError(message, { pattern, source });
}

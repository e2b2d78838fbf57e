import { PatternSyntaxError } from '../../../actors/protocol/errors.js';
import { readPattern, type Pattern } from './pattern.js';

/**
 * The patterns of a setting, in order; blank lines and comments are skipped.
 * Shape: `source` is the name of the setting.
 * Errors: `PatternSyntaxError` for the first pattern that could never match, or has more than one line. git skips
 * such a line of a `.gitignore`, but the author of a setting wants to know.
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

import { PatternSyntaxError } from '../../actors/protocol/errors.js';
import type { GrepRequest } from '../../actors/protocol/workspace.js';
import { CharSet } from './char-set.js';
import { RegexParser } from './regex-parser.js';
import type { Syntax } from './syntax-tree.js';

/** The pattern of a content search. */
export type GrepPattern = Pick<GrepRequest, 'pattern' | 'isRegex' | 'caseSensitive'>;

const CAPITAL = /\p{Uppercase}/u;

/**
 * Parses a pattern: a literal text, or a regular expression in the syntax of ripgrep (Rust's `regex`), plus
 * look-around and backreferences, and with braces taken literally where they are no repetition.
 * Source: https://docs.rs/regex/latest/regex/#syntax
 * Errors: `PatternSyntaxError`, with the position in the pattern; also for a pattern that would match a line break.
 */
export function parsePattern({ pattern, isRegex, caseSensitive }: GrepPattern): Syntax {
  if (/[\r\n]/u.test(pattern)) {
    throw new PatternSyntaxError(
      'A search goes line by line, so its pattern cannot hold a line break. Search for one of its lines.',
      { pattern, source: 'search pattern' },
    );
  }
  if (!isRegex) {
    return parseText(pattern, caseSensitive === 'smart' ? !CAPITAL.test(pattern) : !caseSensitive);
  }
  const parser = new RegexParser(pattern, caseSensitive === false);
  const syntax = parser.parse();
  return caseSensitive === 'smart' && parser.isWithoutCapitals
    ? new RegexParser(pattern, true).parse()
    : syntax;
}

function parseText(text: string, ignoreCase: boolean): Syntax {
  if (!text.isWellFormed()) {
    throw new PatternSyntaxError('The text to search for has half of a character in it.', {
      pattern: text,
      source: 'search pattern',
    });
  }
  const parts = Array.from(text, (char) => ({
    kind: 'character' as const,
    set: CharSet.ofCharacter(char.codePointAt(0) ?? 0, ignoreCase ? 'all' : 'none'),
  }));
  return { root: { kind: 'sequence', parts }, isRegular: true, isKnownToRipgrep: false, groupNumbers: null };
}

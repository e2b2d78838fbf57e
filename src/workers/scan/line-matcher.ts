import { PatternSyntaxError } from '../../actors/protocol/errors.js';
import type { GrepRequest } from '../../actors/protocol/workspace.js';
import { ByteFinder } from './byte-finder.js';
import { isLineSafe } from './line-safe.js';
import { needleOf } from './needle.js';
import { requiredLiterals } from './required-literals.js';
import { requiredTexts } from './required-texts.js';

/** What to look for. */
export type GrepPattern = Pick<GrepRequest, 'pattern' | 'isRegex' | 'caseSensitive'>;

/** A place in a line. Units: UTF-16 units. */
export interface LineSpan {
  readonly index: number;
  readonly length: number;
}

/** Finds the lines that match a pattern; the two first methods save the third most of its work. */
export interface LineMatcher {
  /** Whether UTF-8 text may hold a matching line; never `false` for one that does. */
  mayMatch(bytes: Buffer): boolean;
  /** A place at or after `from`, itself the start of a line, in the next line that may match; -1 for none. */
  nextCandidate(text: string, from: number): number;
  /** The first match in a line that was given without its end. */
  matchLine(line: string): LineSpan | null;
}

// `v` knows most (set operations, as ripgrep does) and forgives least; without a flag almost anything is understood.
const SYNTAXES = ['v', 'u', ''] as const;

/**
 * A matcher for one pattern. A regular expression is read with flag `v`, else `u`, else neither: the first that
 * understands it. Lines are matched one by one: `^` and `$` are their ends, and no match spans two of them.
 * Case is folded by Unicode's simple rules. `finder` looks at bytes; it is quickest at those in its own buffer.
 * Errors: `PatternSyntaxError` when no syntax understands the pattern or when it holds a line break.
 */
export function compileMatcher(
  { pattern, isRegex, caseSensitive }: GrepPattern,
  finder?: ByteFinder,
): LineMatcher {
  if (pattern.includes('\n')) {
    throw new PatternSyntaxError(
      'A search goes line by line, so its pattern cannot hold a line break. Search for one of its lines.',
      { pattern, source: 'search pattern' },
    );
  }
  const source = isRegex ? pattern : escapeRegex(pattern);
  const line = compileRegex(source, pattern, caseSensitive ? '' : 'i');
  const literals = requiredLiterals(source);
  const candidates = compileCandidates(source, line.flags, literals);
  const needles = requiredTexts({ pattern, isRegex })?.map((text) => needleOf(text, caseSensitive)) ?? [null];
  const known = needles.filter((needle) => needle !== null);
  return {
    mayMatch(bytes) {
      if (known.length < needles.length) return true;
      finder ??= new ByteFinder();
      return finder.mayContain(bytes, known);
    },
    nextCandidate(text, from) {
      if (candidates === null) return from;
      candidates.lastIndex = from;
      return candidates.exec(text)?.index ?? -1;
    },
    matchLine(text) {
      const match = line.exec(text);
      return match === null ? null : { index: match.index, length: match[0].length };
    },
  };
}

function compileRegex(source: string, pattern: string, caseFlag: string): RegExp {
  let failure: unknown;
  for (const syntax of SYNTAXES) {
    try {
      return new RegExp(source, caseFlag + syntax);
    } catch (error) {
      failure = error;
    }
  }
  throw new PatternSyntaxError(
    `Cannot read the search pattern as a regular expression: ${String(failure)}. To search for the text as it is, turn regular expressions off.`,
    { pattern, source: 'search pattern' },
    { cause: failure },
  );
}

// Cheapest first: literals, then the whole expression; what has neither is tried on every line.
function compileCandidates(source: string, flags: string, literals: readonly string[] | null): RegExp | null {
  if (literals !== null) return new RegExp(literals.map(escapeRegex).join('|'), `${flags}g`);
  return isLineSafe(source) ? new RegExp(source, `${flags}gm`) : null;
}

function escapeRegex(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

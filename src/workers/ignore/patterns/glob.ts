import { readBracket, type BracketProblem } from './bracket.js';
import { foldCase } from './byte-string.js';

/** A pattern compiled to the steps that `wildmatch` runs. */
export interface Glob {
  /** Shape: below 256 a byte to match, from `GlobStep.firstSet` on an index into `sets`, else a `GlobStep`. */
  readonly steps: readonly number[];
  readonly sets: readonly Uint8Array[];
  /** No shorter subject matches. */
  readonly minBytes: number;
}

/** The steps that match something other than one given byte. */
export const GlobStep = {
  /** `?`: any byte but a slash. */
  any: 256,
  /** `*`: any bytes but slashes. */
  star: 257,
  /** `**` at the end: any bytes. */
  deep: 258,
  /** `**` with its slash: nothing, or everything up to some slash, that slash included. */
  directories: 259,
  firstSet: 260,
} as const;

export type GlobProblem = BracketProblem | 'a trailing backslash' | 'nothing to match';

/**
 * Compiles a pattern, or returns why it can never match.
 * Shape: `source` is a byte string without `!`, and without a slash at either end. In a path pattern (`isPath`) `**`
 * may span directories; with `ignoreCase` subjects must be folded by `foldCase`.
 */
export function compileIgnoreGlob(source: string, isPath: boolean, ignoreCase: boolean): Glob | GlobProblem {
  if (source === '') return 'nothing to match';
  const steps: number[] = [];
  const sets: Uint8Array[] = [];
  const firstWildcard = source.search(/[*?[\\]/);
  let at = 0;
  while (at < source.length) {
    const char = source.charAt(at);
    if (char === '\\') {
      if (at + 1 === source.length) return 'a trailing backslash';
      // git does not fold a quoted letter, so `\A` never matches when case is ignored.
      steps.push(source.charCodeAt(at + 1));
      at += 2;
    } else if (char === '[') {
      const bracket = readBracket(source, at, ignoreCase);
      if (typeof bracket === 'string') return bracket;
      steps.push(GlobStep.firstSet + sets.push(bracket.set) - 1);
      at = bracket.end;
    } else if (char === '*') {
      const end = endOfStars(source, at);
      // git strips the literal start of a pattern before it matches, so a run of stars after that counts as if it
      // followed a slash: `a**/b` matches `ax/y/b`.
      const startsSegment = at === firstWildcard || source[at - 1] === '/';
      if (!isPath || end - at < 2 || !startsSegment) steps.push(GlobStep.star);
      else if (end === source.length || source.startsWith('\\/', end)) steps.push(GlobStep.deep);
      else steps.push(source[end] === '/' ? GlobStep.directories : GlobStep.star);
      at = steps.at(-1) === GlobStep.directories ? end + 1 : end;
    } else {
      steps.push(char === '?' ? GlobStep.any : (ignoreCase ? foldCase(char) : char).charCodeAt(0));
      at++;
    }
  }
  const minBytes = steps.filter((step) => step <= GlobStep.any || step >= GlobStep.firstSet).length;
  return { steps, sets, minBytes };
}

function endOfStars(source: string, start: number): number {
  let end = start;
  while (source[end] === '*') end++;
  return end;
}

import { PatternSyntaxError } from '../../protocol/errors.js';
import { messageOf } from '../../protocol/errors/message-of.js';
import type { RelPath } from '../../protocol/workspace.js';
import { expandGlobBraces } from './expand-glob-braces.js';
import { endOfBracket, matchesSegment, readSegment, type GlobSegment } from './glob-segment.js';

/** Stands for a segment that is `**`, which matches any number of segments. */
const DEEP = Symbol('deep');

/**
 * Compiles a glob to a test for paths. Shape: `*`, `**`, `?`, `[...]` and `{a,b}`, like the include globs of a content
 * search: a glob without `/` is matched against the name, any other against the path; one that ends in `/` matches
 * everything below, one that starts with `!` everything else. All other characters stand for themselves.
 * Cost: for each alternative at most the product of the lengths of glob and path. A regular expression with some stars
 * would take minutes for one name, and globs come from models.
 * Errors: `PatternSyntaxError`, which names `source`, for an invalid glob.
 */
export function compileGlob(glob: string, source: string): (path: RelPath) => boolean {
  const isNegated = glob.startsWith('!');
  const positive = isNegated ? glob.slice(1) : glob;
  const anchored = positive.replace(/^\.?\//, '');
  const pattern = anchored.endsWith('/') ? `${anchored}**` : anchored;
  const alternatives = compile(pattern, glob, source);
  const isNameOnly = !positive.includes('/');
  return (path) => {
    const likely = alternatives.filter(({ suffix }) => path.endsWith(suffix));
    if (likely.length === 0) return isNegated;
    const parts = isNameOnly ? [path.slice(path.lastIndexOf('/') + 1)] : path.split('/');
    return likely.some(({ segments }) => matchesParts(segments, parts)) !== isNegated;
  };
}

interface Alternative {
  readonly segments: readonly (GlobSegment | typeof DEEP)[];
  /** How a path ends that matches. */
  readonly suffix: string;
}

function compile(pattern: string, glob: string, source: string): readonly Alternative[] {
  try {
    if (pattern === '') throw new Error('it is empty');
    return expandGlobBraces(pattern).map((text) => {
      const segments = splitSegments(text).map((segment) => (segment === '**' ? DEEP : readSegment(segment)));
      const last = segments.at(-1);
      return { segments, suffix: last === undefined || last === DEEP ? '' : last.suffix };
    });
  } catch (error) {
    const reason = messageOf(error);
    throw new PatternSyntaxError(
      `The ${source} "${glob}" is not a glob: ${reason}.`,
      { pattern: glob, source },
      { cause: error },
    );
  }
}

/** Splits at each `/`, also after a backslash: no name has one. */
function splitSegments(glob: string): readonly string[] {
  const segments: string[] = [];
  let start = 0;
  for (let at = 0; at < glob.length;) {
    const char = glob.charAt(at);
    if (char === '/') {
      segments.push(glob.slice(start, at));
      start = at + 1;
    }
    at = char === '[' ? endOfBracket(glob, at) : at + (char === '\\' && glob[at + 1] !== '/' ? 2 : 1);
  }
  return [...segments, glob.slice(start)];
}

/** Whether the segments of a path match. A `**` at the end stands for at least one segment. */
function matchesParts(wanted: Alternative['segments'], parts: readonly string[]): boolean {
  let segment = 0;
  let at = 0;
  // As in `matchesSegment`, only the last `**` is tried again.
  let afterDeep = -1;
  let retryAt = 0;
  while (at < parts.length) {
    const one = wanted[segment];
    if (one === DEEP) {
      if (segment === wanted.length - 1) return true;
      afterDeep = ++segment;
      retryAt = at;
    } else if (one !== undefined && matchesSegment(one, parts[at] ?? '')) {
      segment++;
      at++;
    } else if (afterDeep < 0) return false;
    else {
      at = ++retryAt;
      segment = afterDeep;
    }
  }
  return segment === wanted.length;
}

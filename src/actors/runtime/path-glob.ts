import picomatch from 'picomatch';
import { PatternSyntaxError } from '../protocol/errors.js';
import type { RelPath } from '../protocol/workspace.js';

/**
 * Compiles a glob to a test for paths. Shape: `*`, `**`, `?`, `[...]` and `{a,b}`, like the include globs of a content
 * search: a glob without `/` is matched against the name, any other against the path; one that ends in `/` matches
 * everything below, one that starts with `!` everything else.
 * Errors: `PatternSyntaxError`, which names `source`, for an invalid glob.
 */
export function compileGlob(glob: string, source: string): (path: RelPath) => boolean {
  const isNegated = glob.startsWith('!');
  const positive = isNegated ? glob.slice(1) : glob;
  const anchored = positive.replace(/^\.?\//, '');
  const pattern = anchored.endsWith('/') ? `${anchored}**` : anchored;
  const isNameOnly = !positive.includes('/');
  const matches = compile(pattern, glob, source);
  return (path) => matches(isNameOnly ? path.slice(path.lastIndexOf('/') + 1) : path) !== isNegated;
}

function compile(pattern: string, glob: string, source: string): (text: string) => boolean {
  try {
    return picomatch(pattern, {
      dot: true,
      nonegate: true,
      // Without this option `[!a]` means "a or !".
      posix: true,
      // Without this option `a/**` matches `a` itself.
      strictSlashes: true,
      windows: false,
      strictBrackets: true,
      // Without this option an invalid expression silently matches nothing.
      debug: true,
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new PatternSyntaxError(
      `The ${source} "${glob}" is not a glob: ${reason}.`,
      { pattern: glob, source },
      { cause: error },
    );
  }
}

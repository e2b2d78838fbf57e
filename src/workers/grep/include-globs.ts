import picomatch from 'picomatch';
import { PatternSyntaxError } from '../../actors/protocol/errors.js';
import type { RelPath } from '../../actors/protocol/workspace.js';
import { nameOf } from '../../actors/protocol/rel-path.js';

type PathTest = (path: RelPath) => boolean;

/**
 * Compiles globs to a test of whether a path is to be searched: it matches one of the globs (or there are none) and
 * none of those that start with `!`. A glob without `/` is matched against the name, any other against the path; one
 * that ends in `/` matches everything below that directory. Globs match dot files too.
 * Errors: `PatternSyntaxError` for an invalid glob.
 */
export function compileIncludeGlobs(globs: readonly string[]): PathTest {
  const wanted = globs.filter((glob) => !glob.startsWith('!')).map((glob) => compileGlob(glob, glob));
  const unwanted = globs
    .filter((glob) => glob.startsWith('!'))
    .map((glob) => compileGlob(glob.slice(1), glob));
  return (path) =>
    (wanted.length === 0 || wanted.some((matches) => matches(path))) &&
    !unwanted.some((matches) => matches(path));
}

function compileGlob(glob: string, asGiven: string): PathTest {
  const anchored = glob.replace(/^\.?\//u, '');
  const isNameOnly = !glob.includes('/');
  try {
    const matches = picomatch(anchored.endsWith('/') ? `${anchored}**` : anchored, {
      dot: true,
      nonegate: true,
      // Without this `[!a]` means "a or !".
      posix: true,
      // Without this `a/**` matches `a` itself.
      strictSlashes: true,
      windows: false,
      strictBrackets: true,
      // Without this an expression that cannot be compiled silently matches nothing.
      debug: true,
    });
    return isNameOnly ? (path) => matches(nameOf(path)) : (path) => matches(path);
  } catch (error) {
    throw new PatternSyntaxError(
      `Cannot read the glob "${asGiven}": ${error instanceof Error ? error.message : String(error)}`,
      { pattern: asGiven, source: 'include glob' },
      { cause: error },
    );
  }
}

import type { RelPath } from '../../actors/protocol/workspace.js';
import { compileGlob } from '../../actors/runtime/glob/path-glob.js';

/**
 * Compiles globs to a test of whether a path is to be searched: it matches one of the globs (or there are none) and
 * none of those that start with `!`. Shape of a glob: see `compileGlob`. Globs match dot files too.
 * Errors: `PatternSyntaxError` for an invalid glob.
 */
export function compileIncludeGlobs(globs: readonly string[]): (path: RelPath) => boolean {
  const compile = (glob: string): ((path: RelPath) => boolean) => compileGlob(glob, 'include glob');
  const wanted = globs.filter((glob) => !glob.startsWith('!')).map(compile);
  const unwanted = globs.filter((glob) => glob.startsWith('!')).map(compile);
  return (path) =>
    (wanted.length === 0 || wanted.some((matches) => matches(path))) &&
    unwanted.every((matches) => matches(path));
}

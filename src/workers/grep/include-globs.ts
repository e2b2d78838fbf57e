import type { RelPath } from '../../actors/protocol/workspace.js';
import { compileGlob } from '../../actors/runtime/path-glob.js';

/**
 * A test that says whether a path is to be searched: it matches one of the globs, or there are none, and none of
 * those that start with `!`. Shape of a glob: see `compileGlob`. Dot files are files like any other.
 * Errors: `PatternSyntaxError` for a glob that cannot be read.
 */
export function compileIncludeGlobs(globs: readonly string[]): (path: RelPath) => boolean {
  const compile = (glob: string): ((path: RelPath) => boolean) => compileGlob(glob, 'include glob');
  const wanted = globs.filter((glob) => !glob.startsWith('!')).map(compile);
  const unwanted = globs.filter((glob) => glob.startsWith('!')).map(compile);
  return (path) =>
    (wanted.length === 0 || wanted.some((matches) => matches(path))) &&
    unwanted.every((matches) => matches(path));
}

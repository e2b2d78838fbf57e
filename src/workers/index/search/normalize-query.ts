import { basename, dirname, join, resolve } from 'node:path';
import type { AbsPath, RelPath } from '../../../actors/protocol/workspace.js';
import { relativeTo } from '../../disk/rel-path-in-root.js';

/** What the disk says of links. */
export interface LinkReader {
  /** Whether a symbolic link is there itself; `undefined` when nothing is. */
  readonly isLink: (path: string) => boolean | undefined;
  /** The path with every symbolic link resolved; `undefined` when nothing can be found there. */
  readonly realPath: (path: string) => string | undefined;
  /** Whether a directory below the root is known to be one, no link on the way to it. Default: none is. */
  readonly isKnown?: (directory: RelPath) => boolean;
}

/** What a person typed, made safe to look up. */
export interface IndexQuery {
  /** `dir/` lists a directory, `a/b` looks for a path, `abc` for a name. Source: SPEC W8. */
  readonly kind: 'listing' | 'path' | 'name';
  /** The directory the person is in. */
  readonly base: RelPath;
  /** Where the query leads, from the root; never `''`. */
  readonly target: RelPath;
  /** The pattern for fuzzy search: the query itself, or `target` where the query goes by `.` or `..`. */
  readonly pattern: string;
}

/**
 * The query in two stages, base first, then base and query; `null` when it is empty, names the root itself, or leaves
 * the root at either stage. `..` is resolved before symbolic links are.
 * Source: SPEC W7; S2 3.2.1 to 3.2.3.
 */
export function normalizeQuery(
  root: AbsPath,
  base: string,
  query: string,
  links: LinkReader,
): IndexQuery | null {
  const text = cleaned(query);
  if (text === '') return null;
  const isListing = query.trim().endsWith('/');
  const realBase = insideRoot(root, root, cleaned(base), links);
  if (realBase === null) return null;
  const found = insideRoot(root, join(root, realBase.path), text, links);
  if (found === null || found.path === '') return null;
  const segments = text.split('/');
  const isRelative = segments.includes('.') || segments.includes('..');
  const isPath = segments.length > 1 || isRelative || found.isLinked;
  return {
    kind: isListing ? 'listing' : isPath ? 'path' : 'name',
    base: realBase.path,
    target: found.path,
    pattern: isRelative ? found.path : text.replace(/^\/+/, ''),
  };
}

function cleaned(text: string): string {
  return text.trim().replaceAll('\\', '/').replaceAll(/\/+/g, '/');
}

/** Where `text` leads from `directory`; `null` when that is outside the root. */
function insideRoot(
  root: AbsPath,
  directory: string,
  text: string,
  links: LinkReader,
): { path: RelPath; isLinked: boolean } | null {
  if (text.includes('\0')) return null;
  // `./` keeps a leading slash from meaning the root of the file system.
  const typed = resolve(directory, `./${text}`);
  const below = relativeTo(root, typed);
  if (below === null) return null;
  // Looking for a link first costs a tenth of resolving what has none.
  if (!leadsOverLink(root, below, links)) return { path: below, isLinked: false };
  const real = resolveLinks(typed, links);
  const path = relativeTo(root, real);
  return path === null ? null : { path, isLinked: real !== typed };
}

/** Whether there is a symbolic link at a path below the root or on the way to it. */
function leadsOverLink(root: AbsPath, path: RelPath, { isLink, isKnown }: LinkReader): boolean {
  if (path === '' || isKnown?.(path) === true) return false;
  const slash = path.lastIndexOf('/');
  const parent = path.slice(0, Math.max(0, slash)) as RelPath;
  const known = parent !== '' && isKnown?.(parent) === true ? parent : '';
  let at = join(root, known);
  for (const name of path.slice(known === '' ? 0 : slash + 1).split('/')) {
    at = join(at, name);
    const isLinkHere = isLink(at);
    if (isLinkHere !== false) return isLinkHere === true;
  }
  return false;
}

/** Resolves the links of that part of a path that exists: what a person types is often only the start of a name. */
function resolveLinks(path: string, { realPath }: LinkReader): string {
  let existing = path;
  let rest = '';
  for (;;) {
    const real = realPath(existing);
    if (real !== undefined) return join(real, rest);
    const parent = dirname(existing);
    if (parent === existing) return path;
    rest = join(basename(existing), rest);
    existing = parent;
  }
}

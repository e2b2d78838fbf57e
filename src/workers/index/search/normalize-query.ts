import { basename, dirname, join, resolve } from 'node:path';
import type { AbsPath, RelPath } from '../../../actors/protocol/workspace.js';
import { relPathInRoot } from '../../disk/rel-path-in-root.js';

/** Reads symbolic links from the disk. */
export interface LinkReader {
  /** Whether the path itself is a symbolic link; `undefined` when it does not exist. */
  readonly isLink: (path: string) => boolean | undefined;
  /** The path with all symbolic links resolved; `undefined` when it does not exist. */
  readonly realPath: (path: string) => string | undefined;
  /** Whether the index knows a directory, and no link is on the path to it. Default: false for all. */
  readonly isKnown?: (directory: RelPath) => boolean;
}

/** A typed query, resolved to a path in the root. */
export interface IndexQuery {
  /** `dir/` lists a directory, `a/b` looks for a path, `abc` for a name. Source: SPEC W8. */
  readonly kind: 'listing' | 'path' | 'name';
  /** The user's current directory. */
  readonly base: RelPath;
  /** The path that the query resolves to, relative to the root; never `''`. */
  readonly target: RelPath;
  /** The pattern for fuzzy search: the query itself, or `target` where the query contains `.` or `..`. */
  readonly pattern: string;
}

/** A path in the root, and whether links were resolved to find it. */
interface PathInRoot {
  readonly path: RelPath;
  readonly isLinked: boolean;
}

const ROOT: PathInRoot = { path: '' as RelPath, isLinked: false };

/**
 * Resolves a query in two stages, first the base, then the query relative to it; `null` when the query is empty,
 * names the root itself, or leaves the root at either stage. `..` is resolved before symbolic links are.
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
  const realBase = base === '' ? ROOT : insideRoot(root, root, cleaned(base), links);
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

/** The path that `text` resolves to from `directory`; `null` when it is outside the root. */
function insideRoot(root: AbsPath, directory: string, text: string, links: LinkReader): PathInRoot | null {
  if (text.includes('\0')) return null;
  // The `./` keeps a leading slash from meaning the root of the file system.
  const typed = resolve(directory, `./${text}`);
  const below = relPathInRoot(root, typed);
  if (below === null) return null;
  // This check costs a tenth of resolving a path without links.
  if (!leadsOverLink(root, below, links)) return { path: below, isLinked: false };
  const real = resolveLinks(typed, links);
  const path = relPathInRoot(root, real);
  return path === null ? null : { path, isLinked: real !== typed };
}

/** Whether a path below the root is a symbolic link or leads over one. */
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

/** Resolves the links of the existing part of a path: typed queries are often only the start of a name. */
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

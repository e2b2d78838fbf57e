import type { AbsPath, RelPath, SearchRequest } from '../../../actors/protocol/workspace.js';
import { type IndexQuery, type LinkReader, normalizeQuery } from './normalize-query.js';
import { COMPILED_EXTENSION, type PastedQuery, readPastedQuery } from './pasted-query.js';

/** The interpretations of a query for one root. */
export interface SearchQuery {
  /** The literal query; `null` when it is empty, names the root itself or leaves it. */
  readonly typed: IndexQuery | null;
  /** The query as a pasted path; absent in mode `prefix`, which takes each character literally. */
  readonly pasted?: PastedQuery;
  /** The pasted path as a query, when it differs from the literal one. */
  readonly unwrapped: IndexQuery | null;
}

/** Reads a query in each way that it may be meant. Source: SPEC W7 to W9. */
export function readQuery(
  root: AbsPath,
  { query, base, mode }: Pick<SearchRequest, 'query' | 'base' | 'mode'>,
  links: LinkReader,
): SearchQuery {
  const typed = normalizeQuery(root, base, query, links);
  if (mode === 'prefix') return { typed, unwrapped: null };
  const pasted = readPastedQuery(query, root);
  const unwrapped = pasted.isUnwrapped ? normalizeQuery(root, base, pasted.text, links) : null;
  return { typed, pasted, unwrapped };
}

/** The patterns for fuzzy search, in the order to try them until one has hits. */
export function patternsOf({ typed, pasted, unwrapped }: SearchQuery): readonly string[] {
  if (pasted === undefined) return typed === null ? [] : [typed.pattern];
  const path = pasted.segments.join('/');
  const patterns = pasted.isUnwrapped ? [unwrapped?.pattern, path] : [typed?.pattern, path];
  return [...new Set(patterns)].filter((pattern) => pattern !== undefined && pattern !== '') as string[];
}

/** Whether there is nothing to search for. */
export function isEmpty({ typed, pasted, unwrapped }: SearchQuery): boolean {
  return typed === null && unwrapped === null && (pasted === undefined || pasted.segments.length === 0);
}

/** The queries to check on the disk when the index has no hit: literal, otherwise interpreted, and by a pasted name. */
export function queriesForDisk({ typed, pasted, unwrapped }: SearchQuery): readonly IndexQuery[] {
  const paths = [typed, unwrapped].filter((query) => query !== null);
  const name = pasted?.segments.at(-1);
  if (name === undefined || !(pasted!.isUnwrapped || pasted!.isAddress)) return paths;
  const target = name.replace(COMPILED_EXTENSION, '') as RelPath;
  return [...paths, { kind: 'name', base: '' as RelPath, target, pattern: target }];
}

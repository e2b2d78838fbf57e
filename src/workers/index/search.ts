import type { SearchHit, SearchRequest } from '../../actors/protocol/workspace.js';
import type { IndexData } from './data.js';
import { flatEntry } from './flat-entry.js';
import { findFuzzy } from './fuzzy.js';
import { listChildren } from './listing.js';
import { findByNamePrefix } from './name-prefix.js';
import type { IndexQuery } from './normalize.js';
import { findByPathPrefix } from './path-prefix.js';
import type { Recency } from './recency.js';

/** A hit in one root: which root, the caller knows. Scores compare across roots. */
export type IndexHit = Omit<SearchHit, 'root'>;

/** A hit before its entry is read. */
type Found = Pick<SearchHit, 'score' | 'ranges'> & { readonly id: number };

// Each way of matching has a band of scores to itself, wider than any score within it, so that hits of several roots
// can be merged by score alone.
const BAND = 10_000_000;
const LISTING = 5 * BAND;
const EXACT_PATH_PREFIX = 4 * BAND;
const PATH_PREFIX = 3 * BAND;
const CONTEXTUAL_NAME = 2 * BAND;
const NAME_PREFIX = BAND;

/**
 * The best `limit` hits of one root, best first, none twice: in mode `prefix` those of the listing, the path prefix or
 * the name prefix that the query asks for; in mode `fuzzy` those first, then fuzzy ones. Source: SPEC W8, W9.
 */
export function searchIndex(
  data: IndexData,
  query: IndexQuery,
  options: Pick<SearchRequest, 'limit' | 'mode'>,
  recency: Recency,
): { hits: IndexHit[]; hasMore: boolean } {
  const weights = weightsById(data, recency);
  const { found, hasMore } = findExact(data, query, options.limit, weights);
  // A person who lists a directory wants that directory, unless there is none.
  const isAnswered = query.kind === 'listing' && found.length > 0;
  if (options.mode === 'prefix' || isAnswered || hasMore) return { hits: toHits(data, found), hasMore };

  const room = options.limit - found.length;
  const exact = new Set(found.map((hit) => hit.id));
  const fuzzy = findFuzzy(data, query.pattern, Math.max(room, 1), weights, exact);
  return {
    hits: toHits(data, [...found, ...fuzzy.hits.slice(0, room)]),
    hasMore: fuzzy.hasMore || fuzzy.hits.length > room,
  };
}

/** What the query asks for by listing, path or name, cut off at `limit`. */
function findExact(
  data: IndexData,
  query: IndexQuery,
  limit: number,
  weights: ReadonlyMap<number, number>,
): { found: Found[]; hasMore: boolean } {
  if (query.kind === 'listing') return byListing(data, query, limit);
  return query.kind === 'path' ? byPath(data, query, limit) : byName(data, query, limit, weights);
}

function byListing(
  data: IndexData,
  { target }: IndexQuery,
  limit: number,
): { found: Found[]; hasMore: boolean } {
  const directory = data.find(target);
  const isListable = directory !== -1 && data.isDirectory(directory);
  const ids = isListable ? listChildren(data, directory, limit + 1) : [];
  const found = ids.slice(0, limit).map((id, index): Found => ({ id, score: LISTING - index, ranges: [] }));
  return { found, hasMore: ids.length > limit };
}

function byPath(
  data: IndexData,
  { target }: IndexQuery,
  limit: number,
): { found: Found[]; hasMore: boolean } {
  const ids = findByPathPrefix(data, target, limit + 1);
  const found = ids.slice(0, limit).map((id, index): Found => {
    const path = data.pathOf(id);
    const score = (path.startsWith(target) ? EXACT_PATH_PREFIX : PATH_PREFIX) - index;
    return { id, score, ranges: [[0, unitsAlike(path, target)]] };
  });
  return { found, hasMore: ids.length > limit };
}

function byName(
  data: IndexData,
  { target, base }: IndexQuery,
  limit: number,
  weights: ReadonlyMap<number, number>,
): { found: Found[]; hasMore: boolean } {
  const prefix = target.slice(target.lastIndexOf('/') + 1);
  const { hits, count, isContextual } = findByNamePrefix(data, prefix, base, limit, weights);
  const band = isContextual ? CONTEXTUAL_NAME : NAME_PREFIX;
  const found = hits.map(({ id, score }): Found => {
    const name = data.nameOf(id);
    const start = data.pathOf(id).length - name.length;
    return { id, score: band + score, ranges: [[start, start + unitsAlike(name, prefix)]] };
  });
  return { found, hasMore: count > limit };
}

function weightsById(data: IndexData, recency: Recency): Map<number, number> {
  const weights = new Map<number, number>();
  for (const [path, weight] of recency.weights()) {
    const id = data.find(path);
    if (id !== -1) weights.set(id, weight);
  }
  return weights;
}

/** How many UTF-16 units of `text` are as many characters as `prefix` has: in another case they may be more. */
function unitsAlike(text: string, prefix: string): number {
  let units = 0;
  let left = Array.from(prefix).length;
  for (const character of text) {
    if (left-- === 0) break;
    units += character.length;
  }
  return units;
}

function toHits(data: IndexData, found: readonly Found[]): IndexHit[] {
  return found.map(({ id, score, ranges }) => ({ ...flatEntry(data, id), score, ranges }));
}

import type { SearchHit, SearchRequest } from '../../actors/protocol/workspace.js';
import type { IndexData } from './data.js';
import { DirectoryLengths } from './directory-lengths.js';
import { flatEntry } from './flat-entry.js';
import { FuzzySearch } from './fuzzy-search.js';
import { termsOf } from './fuzzy-term.js';
import { listChildren } from './listing.js';
import { MatchRanges, type Range } from './match-ranges.js';
import { findByNamePrefix } from './name-prefix.js';
import type { IndexQuery } from './normalize.js';
import { findByPathPrefix } from './path-prefix.js';
import type { Recency } from './recency.js';

/** A hit in one root: which root, the caller knows. Scores compare across roots. */
export type IndexHit = Omit<SearchHit, 'root'>;

/** What a search needs beside its query. */
export interface SearchOptions extends Pick<SearchRequest, 'limit' | 'mode'> {
  readonly recency: Recency;
  /** Asked now and then by a search that takes long; true ends it with the best found so far. */
  readonly isTimeUp: () => boolean;
}

/** What a search found, best first. */
export interface SearchOutcome {
  readonly hits: readonly IndexHit[];
  /** Whether there are more, or may be. */
  readonly hasMore: boolean;
}

/** Entries found one way, best first. */
interface Found {
  readonly entries: readonly { readonly id: number; readonly score: number }[];
  readonly hasMore: boolean;
  readonly rangesOf: (path: string) => readonly Range[];
}

// Each way of matching has a band of scores to itself, wider than any score within it, so that hits of several roots
// can be merged by score alone.
const BAND = 10_000_000;
const LISTING = 5 * BAND;
const EXACT_PATH_PREFIX = 4 * BAND;
const PATH_PREFIX = 3 * BAND;
const CONTEXTUAL_NAME = 2 * BAND;
const NAME_PREFIX = BAND;

/**
 * Searches one index after the other. It keeps the memory that a search needs, so that the next one allocates little;
 * one will do for all roots, because a search never waits.
 */
export class Searcher {
  readonly #lengths = new DirectoryLengths();
  readonly #fuzzy = new FuzzySearch(this.#lengths);
  readonly #ranges = new MatchRanges();

  /**
   * The best `limit` hits of one root, best first, none twice: in mode `prefix` those of the listing, the path prefix
   * or the name prefix that the query asks for; in mode `fuzzy` those first, then fuzzy ones. Source: SPEC W8, W9.
   */
  search(data: IndexData, query: IndexQuery, options: SearchOptions): SearchOutcome {
    // So that nothing larger is made than what can be found.
    const limit = Math.min(options.limit, data.fileCount + data.directoryCount);
    const exact = this.#findExact(data, query, { ...options, limit });
    const hits = hitsOf(data, exact);
    // A person who lists a directory wants that directory, unless there is none.
    const isAnswered = query.kind === 'listing' && hits.length > 0;
    if (options.mode === 'prefix' || isAnswered || exact.hasMore) return { hits, hasMore: exact.hasMore };
    const terms = termsOf(query.pattern);
    if (terms.length === 0) return { hits, hasMore: false };

    const { hits: entries, hasMore } = this.#fuzzy.find(data.layers, terms, {
      limit: limit - hits.length,
      weights: weightsById(data, options.recency),
      except: new Set(exact.entries.map(({ id }) => id)),
      forgivesTypo: hits.length === 0,
      isTimeUp: options.isTimeUp,
    });
    const fuzzy = hitsOf(data, { entries, hasMore, rangesOf: (path) => this.#ranges.find(path, terms) });
    return { hits: [...hits, ...fuzzy], hasMore };
  }

  /** What the query asks for by listing, path or name. */
  #findExact(data: IndexData, query: IndexQuery, options: SearchOptions): Found {
    if (query.kind === 'listing') return byListing(data, query, options.limit);
    if (query.kind === 'path') return byPath(data, query, options.limit);
    return this.#byName(data, query, options);
  }

  #byName(data: IndexData, { target, base }: IndexQuery, { limit, recency }: SearchOptions): Found {
    const prefix = target.slice(target.lastIndexOf('/') + 1);
    const weights = weightsById(data, recency);
    const found = findByNamePrefix(data.layers, this.#lengths, { prefix, base, limit, weights });
    // In another case it may be more units, but not more characters.
    const count = Array.from(prefix).length;
    const band = found.isContextual ? CONTEXTUAL_NAME : NAME_PREFIX;
    return {
      entries: found.hits.map(({ id, score }) => ({ id, score: band + score })),
      hasMore: found.hasMore,
      rangesOf(path) {
        const start = path.lastIndexOf('/') + 1;
        return [[start, endOf(count, path, start)]];
      },
    };
  }
}

function byListing(data: IndexData, { target }: IndexQuery, limit: number): Found {
  const ids = listChildren(data.layers, target, limit + 1);
  return {
    entries: ids.slice(0, limit).map((id, index) => ({ id, score: LISTING - index })),
    hasMore: ids.length > limit,
    rangesOf: () => [],
  };
}

function byPath(data: IndexData, { target }: IndexQuery, limit: number): Found {
  const { ids, exactCount } = findByPathPrefix(data.layers, target, limit + 1);
  const count = Array.from(target).length;
  return {
    entries: ids.slice(0, limit).map((id, index) => ({
      id,
      score: (index < exactCount ? EXACT_PATH_PREFIX : PATH_PREFIX) - index,
    })),
    hasMore: ids.length > limit,
    rangesOf: (path) => [[0, endOf(count, path, 0)]],
  };
}

/** How recently entries were used, from 0 to 1. */
function weightsById(data: IndexData, recency: Recency): Map<number, number> {
  const weights = new Map<number, number>();
  for (const [path, weight] of recency.weights()) {
    const id = data.find(path);
    if (id !== -1) weights.set(id, weight);
  }
  return weights;
}

/** Where the first `count` characters of a text from `start` on end. Units: UTF-16. */
function endOf(count: number, text: string, start: number): number {
  let end = start;
  for (let left = count; left > 0 && end < text.length; left--)
    end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  return end;
}

function hitsOf(data: IndexData, { entries, rangesOf }: Found): IndexHit[] {
  return entries.map(({ id, score }) => {
    const { path, isDir, isSymlink, isCore, mtimeMs } = flatEntry(data, id);
    // Written out: copying an object as it is takes longer than making it.
    return { path, isDir, isSymlink, isCore, mtimeMs, score, ranges: rangesOf(path) };
  });
}

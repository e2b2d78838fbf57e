import type { FilePlace, SearchRequest } from '../../../actors/protocol/workspace.js';
import { nameOf } from '../../../actors/protocol/rel-path.js';
import type { IndexData } from '../store/index-data.js';
import { correctTerms } from './correct-terms.js';
import { type FoundEntries, FoundHits, type IndexHit } from './found-hits.js';
import {
  type FuzzyHit,
  type FuzzyHits,
  type FuzzyOptions,
  FuzzySearch,
  type SearchedLayer,
} from '../fuzzy/fuzzy-search.js';
import { type FuzzyTerm, parseTerms } from '../fuzzy/fuzzy-term.js';
import { listChildren } from './listing.js';
import { MatchRanges } from '../fuzzy/match-ranges.js';
import { findByNamePrefix } from './name-prefix.js';
import type { IndexQuery } from './normalize-query.js';
import type { PastedQuery } from './pasted-query.js';
import { findByPathEnd, type PathEndHits, rangesOfPathEnd } from './path-end.js';
import { findByPathPrefix } from './path-prefix.js';
import { patternsOf, type SearchQuery } from './read-query.js';
import type { Recency } from './recency.js';
import type { Cooperative } from '../../../actors/runtime/slices.js';
import type { WorkBudget } from '../fuzzy/work-budget.js';

/** What a search needs besides its query. */
export interface IndexSearchOptions extends Pick<SearchRequest, 'limit' | 'mode'> {
  readonly recency: Recency;
  /** The cost limit of a fuzzy search; when it is used up, the search ends with the best hits so far. */
  readonly budget: WorkBudget;
}

/** The hits of a search, best first. */
export interface SearchOutcome {
  readonly hits: readonly IndexHit[];
  /** Whether there are, or may be, more. */
  readonly hasMore: boolean;
  /** The position in the files, when the query has one and was not found literally. */
  readonly place?: FilePlace;
}

// Each way of matching has its own band of scores, wider than any score within it, so that hits of several roots can
// be merged by score alone. Fuzzy matching has the lowest band.
const BAND = 10_000_000;
const LISTING = 5 * BAND;
const EXACT_PATH_PREFIX = 4 * BAND;
const PATH_PREFIX = 3 * BAND;
const CONTEXTUAL_NAME = 2 * BAND;
const NAME_PREFIX = BAND;
const PATH_END = 0.8 * BAND;
const PART_OF_PATH_END = 0.6 * BAND;
const LAST_RESORT = -BAND;

// A corrected spelling costs as much as a character that does not match.
const CORRECTION = 16;

// The number of idle scorers kept for later searches.
const MAX_IDLE = 2;

// The prefix that git puts before a path in a diff.
const DIFF_PREFIX = /^[abciow]$/;

/** Searches indexes. Reuses memory from search to search; one instance serves all roots, even interleaved searches. */
export class Searcher {
  readonly #ranges = new MatchRanges();
  readonly #idle: FuzzySearch[] = [];

  /**
   * The best `limit` hits of one root without duplicates, best first: in mode `prefix` those of the listing, the path
   * prefix or the name prefix that the query asks for; in mode `fuzzy` those first, then paths that end like the
   * query, then fuzzy ones. The same index and query give the same hits, however the steps are spread over time;
   * changes between the steps may or may not be included. Source: SPEC W8, W9.
   */
  *search(data: IndexData, query: SearchQuery, options: IndexSearchOptions): Cooperative<SearchOutcome> {
    const found = new FoundHits(data, options.limit);
    const { pasted } = query;
    const isTyped = this.#addExact(found, data, query.typed, options);
    if (!isTyped) this.#addExact(found, data, query.unwrapped, options);
    // A user who lists an existing directory wants only that directory.
    const isListing = [query.typed, query.unwrapped].some((one) => one?.kind === 'listing');
    const isAnswered = (isListing && !found.isEmpty) || found.hasMore;
    if (pasted !== undefined && !isAnswered) yield* this.#addSimilar(found, data, query, pasted, options);
    const { hits, hasMore } = found;
    const hasPlace = pasted?.place !== undefined && !isTyped && !found.isEmpty;
    return { hits, hasMore, ...(hasPlace ? { place: pasted.place } : {}) };
  }

  /** Adds the hits by listing, path or name that a query asks for. Returns whether there were any. */
  #addExact(
    found: FoundHits,
    data: IndexData,
    query: IndexQuery | null,
    options: IndexSearchOptions,
  ): boolean {
    if (query === null) return false;
    if (query.kind === 'listing') return found.add(byListing(data, query, found.room));
    if (query.kind === 'path') return found.add(byPath(data, query, found.room));
    return found.add(this.#byName(data, query, found.room, options.recency));
  }

  /** Adds the hits that only resemble the query. */
  *#addSimilar(
    found: FoundHits,
    data: IndexData,
    query: SearchQuery,
    pasted: PastedQuery,
    options: IndexSearchOptions,
  ): Cooperative<void> {
    const { segments } = pasted;
    this.#addEnds(found, data, pasted);
    for (const pattern of patternsOf(query)) {
      const terms = parseTerms(pattern);
      if (terms.length > 0) yield* this.#addFuzzy(found, data, terms, options);
      if (!found.isEmpty) return;
    }
    // Most of the path may be wrong, and the last segment of a module may be no file.
    const parts = pasted.isModule ? [segments, segments.slice(0, -1)] : [segments];
    for (const part of parts) {
      if (part.length === 0 || !found.isEmpty) return;
      const ends = findByPathEnd(data.layers, { segments: part, limit: found.room, except: new Set() });
      found.add(foundByEnd(ends, part, LAST_RESORT));
    }
  }

  /** Adds the files whose paths end with a pasted path, or with all of a typed one. */
  #addEnds(found: FoundHits, data: IndexData, pasted: PastedQuery): void {
    const { segments, isModule } = pasted;
    if (segments.length === 0) return;
    const ends = findByPathEnd(data.layers, { segments, limit: found.room, except: found.ids });
    const missing = segments.length - 1 - ends.folders;
    const isPart = !isModule && ends.folders > 0 && (pasted.isUnwrapped || pasted.isAddress);
    if (missing === 0) found.add(foundByEnd(ends, segments, PATH_END));
    else if (isPart) found.add(foundByEnd(ends, segments, PART_OF_PATH_END));
    else if (DIFF_PREFIX.test(segments[0]!)) {
      const rest = segments.slice(1);
      const id = data.find(rest.join('/'));
      const hits = id === -1 || found.ids.has(id) ? [] : [{ id, score: 0 }];
      found.add(foundByEnd({ hits, hasMore: false }, rest, PATH_END));
    }
  }

  *#addFuzzy(
    found: FoundHits,
    data: IndexData,
    terms: readonly FuzzyTerm[],
    { recency, budget }: IndexSearchOptions,
  ): Cooperative<void> {
    const fuzzy = this.#idle.pop() ?? new FuzzySearch();
    const { layers, removedCount } = data;
    const places = layers.map((layer) => {
      const { offset, tombstones } = layer;
      return { layer, offset, tombstones };
    });
    const rest = {
      limit: found.room,
      weights: weightsById(data, recency),
      except: found.ids,
      allowsTypo: found.isEmpty,
      budget,
    };
    try {
      const corrected =
        found.isEmpty && terms.length > 1 ? yield* correctTerms(layers, terms, budget) : undefined;
      const all =
        corrected === undefined
          ? yield* fuzzy.find(places, terms, rest)
          : yield* findBoth(fuzzy, places, terms, corrected, rest);
      const isSame = data.layers === layers && data.removedCount === removedCount;
      found.add({
        entries: isSame ? all.hits : idsOfNow(data, all.hits),
        hasMore: all.hasMore,
        rangesOf: (path) => this.#ranges.find(path, terms),
      });
    } finally {
      if (this.#idle.length < MAX_IDLE) this.#idle.push(fuzzy);
    }
  }

  #byName(data: IndexData, { target, base }: IndexQuery, limit: number, recency: Recency): FoundEntries {
    const prefix = nameOf(target);
    const weights = weightsById(data, recency);
    const found = findByNamePrefix(data.layers, { prefix, base, limit, weights });
    // The same text in another case may have more UTF-16 units, but not more characters.
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

function byListing(data: IndexData, { target }: IndexQuery, limit: number): FoundEntries {
  const ids = listChildren(data.layers, target, limit + 1);
  return {
    entries: ids.slice(0, limit).map((id, index) => ({ id, score: LISTING - index })),
    hasMore: ids.length > limit,
    rangesOf: () => [],
  };
}

function byPath(data: IndexData, { target }: IndexQuery, limit: number): FoundEntries {
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

function foundByEnd(
  { hits, hasMore }: Pick<PathEndHits, 'hits' | 'hasMore'>,
  segments: readonly string[],
  band: number,
): FoundEntries {
  return {
    entries: hits.map(({ id, score }) => ({ id, score: band + score })),
    hasMore,
    rangesOf: (path) => rangesOfPathEnd(path, segments),
  };
}

/** Merges the hits of the terms with those of the corrected terms, whose scores are reduced. */
function* findBoth(
  fuzzy: FuzzySearch,
  places: readonly SearchedLayer[],
  terms: readonly FuzzyTerm[],
  corrected: readonly FuzzyTerm[],
  options: FuzzyOptions,
): Cooperative<FuzzyHits> {
  const cost = CORRECTION * corrected.filter((term, at) => term !== terms[at]).length;
  // Runs first: whole words score high, and raise the bound so that the second search visits little.
  const one = yield* fuzzy.find(places, corrected, options);
  const best = new Map(one.hits.map((hit) => [hit.id, { ...hit, score: hit.score - cost }]));
  const worst = one.hasMore ? one.hits.at(-1) : undefined;
  const minScore = worst === undefined ? {} : { minScore: worst.score - cost };
  const other = yield* fuzzy.find(places, terms, { ...options, ...minScore });
  for (const hit of other.hits) {
    if (hit.score > (best.get(hit.id)?.score ?? -Infinity)) best.set(hit.id, hit);
  }
  const hits = [...best.values()].sort((a, b) => b.score - a.score || a.id - b.id);
  const hasMore = one.hasMore || other.hasMore || hits.length > options.limit;
  return { hits: hits.slice(0, options.limit), hasMore };
}

/** By entry id: how recently it was used, from 0 to 1. */
function weightsById(data: IndexData, recency: Recency): Map<number, number> {
  const weights = new Map<number, number>();
  for (const [path, weight] of recency.weights()) {
    const id = data.find(path);
    if (id !== -1) weights.set(id, weight);
  }
  return weights;
}

/** The hits with their entries' current ids; deleted entries are left out. */
function idsOfNow(data: IndexData, hits: readonly FuzzyHit[]): { id: number; score: number }[] {
  return hits.flatMap(({ layer, number, score }) => {
    const id = data.find(layer.pathOf(number));
    return id === -1 ? [] : [{ id, score }];
  });
}

/** Where the first `count` characters of a text end, counted from `start`. Units: UTF-16. */
function endOf(count: number, text: string, start: number): number {
  let end = start;
  for (let left = count; left > 0 && end < text.length; left--)
    end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  return end;
}

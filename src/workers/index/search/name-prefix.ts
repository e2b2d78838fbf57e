import type { NameTable } from '../../names/name-table.js';
import { directoryLengths } from '../segment/directory-lengths.js';
import { entriesNamed } from '../segment/postings.js';
import type { Layer } from '../store/layer.js';
import { findLayerPlaces } from './layer-places.js';
import { NameMatch, NameMatcher } from './name-matcher.js';
import { byteLength } from '../../names/code-points.js';
import { childrenInRanks } from './ranked-children.js';
import { TopIds } from '../../collections/top-ids.js';

// Each weight exceeds the sum of all later ones, so later ones decide only among equals: case, then how much of the
// name was typed, then how recently the file was used, then a short name.
const EXACT_CASE = 8192;
const WHOLE_NAME = 4096;
const WHOLE_STEM = 2048;
const JUST_USED = 1024;
const MAX_NAME_COST = 1000;
// Costs below one point decide among equals: a short path before a long one. No path is this long.
const LENGTH_COST = 1 / 65_536;

const DOT = 46;

/** Entries found by a prefix of their name, best first. */
interface NamePrefixHits {
  readonly hits: readonly { readonly id: number; readonly score: number }[];
  readonly hasMore: boolean;
  /** Whether they are children of the query's base directory. */
  readonly isContextual: boolean;
}

interface NamePrefixQuery {
  readonly prefix: string;
  /** The base directory. */
  readonly base: string;
  readonly limit: number;
  /** How recently an entry was used, from 0 to 1, by id. */
  readonly weights: ReadonlyMap<number, number>;
}

/**
 * The best entries whose name starts with the prefix, ignoring case: children of `base` if any match, else from the
 * whole tree. Cost: a check of each name that starts so, and the entries of the best of them. Source: SPEC W8.
 */
export function findByNamePrefix(layers: readonly Layer[], query: NamePrefixQuery): NamePrefixHits {
  const search = new NamePrefixSearch(query);
  for (const place of findLayerPlaces(layers, query.base)) {
    if (place.isExact) search.addChildren(place.layer, place.directory);
  }
  const isContextual = !search.isEmpty;
  if (!isContextual) {
    for (const layer of layers) search.addRecent(layer);
    for (const layer of layers) search.addOthers(layer);
  }
  return { ...search.result(), isContextual };
}

class NamePrefixSearch {
  readonly #matcher: NameMatcher;
  readonly #limit: number;
  readonly #weights: ReadonlyMap<number, number>;
  // One more than asked for shows whether there are more.
  readonly #top: TopIds;

  constructor({ prefix, limit, weights }: NamePrefixQuery) {
    this.#matcher = new NameMatcher(prefix);
    this.#limit = limit;
    this.#weights = weights;
    this.#top = new TopIds(limit + 1);
  }

  get isEmpty(): boolean {
    return this.#top.isEmpty;
  }

  addChildren(layer: Layer, directory: number): void {
    for (const number of childrenInRanks(layer, directory, this.#matcher.ranks(layer.segment.names))) {
      const score = this.#scoreName(layer, layer.rankOf(number));
      if (score === undefined) continue;
      const bonus = (this.#weights.get(layer.offset + number) ?? 0) * JUST_USED;
      this.#push(layer, number, score + bonus);
    }
  }

  /** Adds the matching entries of a layer that were used recently. */
  addRecent(layer: Layer): void {
    const lengths = directoryLengths(layer.segment);
    for (const [id, weight] of this.#weights) {
      const number = id - layer.offset;
      if (number < 0 || number >= layer.size) continue;
      const score = this.#scoreName(layer, layer.rankOf(number));
      if (score === undefined) continue;
      const cost = lengths[layer.parentOf(number)]! * LENGTH_COST;
      this.#push(layer, number, score + weight * JUST_USED - cost);
    }
  }

  /** Adds all other matching entries of a layer. */
  addOthers(layer: Layer): void {
    const { names, nameMasks, nameEntries } = layer.segment;
    const { from, to } = this.#matcher.ranks(names);
    const { isAscii } = this.#matcher;
    const lengths = directoryLengths(layer.segment);
    for (let rank = from; rank < to; rank++) {
      if (nameEntries[rank] === 0) continue;
      // For other texts the rank range is only a superset, so check the mask first.
      const isPromising = isAscii || this.#matcher.mayMatch(nameMasks[rank]!);
      if (!isPromising || this.#maxScoreOf(names, rank) < this.#top.worst) continue;
      const score = this.#scoreName(layer, rank);
      if (score !== undefined && score >= this.#top.worst) this.#addNamed(layer, lengths, rank, score);
    }
  }

  result(): { hits: { id: number; score: number }[]; hasMore: boolean } {
    const all = this.#top.sorted();
    return { hits: all.slice(0, this.#limit), hasMore: all.length > this.#limit };
  }

  #addNamed(layer: Layer, lengths: Uint16Array, rank: number, score: number): void {
    const { numbers, from, to } = entriesNamed(layer.segment, rank);
    for (let at = from; at < to; at++) {
      const number = numbers[at]!;
      const total = score - lengths[layer.parentOf(number)]! * LENGTH_COST;
      if (total >= this.#top.worst && !this.#weights.has(layer.offset + number))
        this.#push(layer, number, total);
    }
  }

  #push(layer: Layer, number: number, score: number): void {
    if (layer.isLive(number)) this.#top.push(score, layer.offset + number);
  }

  /** An upper bound for the score of a matching name, which does not compare its case. */
  #maxScoreOf({ bytes, starts }: NameTable, rank: number): number {
    const { isAscii, length } = this.#matcher;
    const behind = starts[rank]! + length;
    const end = starts[rank + 1]!;
    const typed = !isAscii || behind === end ? WHOLE_NAME : bytes[behind] === DOT ? WHOLE_STEM : 0;
    return EXACT_CASE + typed - Math.min(end - starts[rank]!, MAX_NAME_COST);
  }

  #scoreName({ segment }: Layer, rank: number): number | undefined {
    const { names } = segment;
    const match = this.#matcher.prefix(names, rank);
    if (match === NameMatch.none) return undefined;
    const behind = this.#matcher.pointBehind(names, rank);
    const typed = behind === undefined ? WHOLE_NAME : behind === DOT ? WHOLE_STEM : 0;
    const cost = Math.min(byteLength(names, rank), MAX_NAME_COST);
    return (match === NameMatch.exact ? EXACT_CASE : 0) + typed - cost;
  }
}

import { compareNames } from '../../names/compare-names.js';
import type { Layer } from '../store/layer.js';
import { findLayerPlaces, type LayerPlace } from './layer-places.js';
import { NameMatch, NameMatcher } from './name-matcher.js';
import { byteLength } from '../../names/code-points.js';
import { childrenInRanks } from './ranked-children.js';
import { TopK } from '../../collections/top-k.js';

/** Ids of entries whose paths start with a prefix. */
interface PathPrefixHits {
  readonly ids: readonly number[];
  /** How many of them, at the start of `ids`, match case exactly. */
  readonly exactCount: number;
}

/**
 * The first `limit` entries whose path starts with `prefix`, ignoring case; exact matches come first. Among these,
 * entries in the directory of the prefix come first, short names before long ones, then their descendants, a
 * directory's files before its directories.
 * Cost: the output, a visit to each matching child, and the deleted entries among them.
 */
export function findByPathPrefix(layers: readonly Layer[], prefix: string, limit: number): PathPrefixHits {
  const slash = prefix.lastIndexOf('/');
  const matcher = new NameMatcher(prefix.slice(slash + 1));
  const exact = new Matches(limit);
  const folded = new Matches(limit);
  for (const place of findLayerPlaces(layers, prefix.slice(0, Math.max(0, slash)))) {
    addChildren(place, matcher, exact, folded);
  }
  const ids = exact.withBelow();
  const exactCount = ids.length;
  for (const item of folded.withBelow().slice(0, limit - exactCount)) ids.push(item);
  return { ids, exactCount };
}

function addChildren(
  { layer, directory, isExact }: LayerPlace,
  matcher: NameMatcher,
  exact: Matches,
  folded: Matches,
): void {
  const { names } = layer.segment;
  for (const number of childrenInRanks(layer, directory, matcher.ranks(names))) {
    const isNeeded =
      layer.isDirectory(number) || exact.wouldKeep(layer, number) || folded.wouldKeep(layer, number);
    const match = isNeeded ? matcher.prefix(names, layer.rankOf(number)) : NameMatch.none;
    if (match === NameMatch.none) continue;
    (isExact && match === NameMatch.exact ? exact : folded).add(layer, number);
  }
}

/** A matching entry; for a directory, its place in one layer. */
interface Child {
  readonly layer: Layer;
  readonly number: number;
}

/** The matching children of one kind of match: the best live ones, and the directories to descend into. */
class Matches {
  readonly #limit: number;
  readonly #top: TopK<Child>;
  // A directory may be deleted in this layer while entries below it are live.
  readonly #directories: Child[] = [];

  constructor(limit: number) {
    this.#limit = limit;
    this.#top = new TopK(limit, compareChildren);
  }

  /** Whether a live child that is no directory would be among the best found so far. */
  wouldKeep(layer: Layer, number: number): boolean {
    const { worst } = this.#top;
    const isShort = worst === undefined || lengthOf(layer, number) <= lengthOf(worst.layer, worst.number);
    return isShort && layer.isLive(number);
  }

  add(layer: Layer, number: number): void {
    const child = { layer, number };
    if (layer.isLive(number)) this.#top.push(child);
    if (layer.isDirectory(number)) this.#directories.push(child);
  }

  /** The ids of the children, followed by those of their descendants, up to the limit. */
  withBelow(): number[] {
    const ids = this.#top.sorted().map(({ layer, number }) => layer.offset + number);
    if (ids.length === this.#limit) return ids;
    for (const directory of this.#directories.sort(compareChildren)) addBelow(directory, ids, this.#limit);
    return ids;
  }
}

function lengthOf(layer: Layer, number: number): number {
  return byteLength(layer.segment.names, layer.rankOf(number));
}

function compareChildren(a: Child, b: Child): number {
  const difference = lengthOf(a.layer, a.number) - lengthOf(b.layer, b.number);
  if (difference !== 0) return difference;
  const { names } = a.layer.segment;
  const other = b.layer.segment.names;
  return (
    compareNames(names, a.layer.rankOf(a.number), other, b.layer.rankOf(b.number)) ||
    a.layer.offset - b.layer.offset
  );
}

function addBelow({ layer, number }: Child, ids: number[], limit: number): void {
  const { directoryEnds, fileStarts } = layer.segment;
  const end = directoryEnds[number]!;
  for (let directory = number; directory < end; directory++) {
    if (ids.length === limit) return;
    if (directory > number && layer.isLive(directory)) ids.push(layer.offset + directory);
    const fileEnd = layer.directoryCount + fileStarts[directory + 1]!;
    for (let file = layer.directoryCount + fileStarts[directory]!; file < fileEnd; file++) {
      if (ids.length === limit) return;
      if (layer.isLive(file)) ids.push(layer.offset + file);
    }
  }
}

import { compareNames } from '../names/compare-names.js';
import type { Layer } from './layer.js';
import { findPlaces, type LayerPlace } from './layer-places.js';
import { NameMatch, NameMatcher } from './name-matcher.js';
import { childrenInRanks } from './ranked-children.js';

/** An entry of a directory, or what one layer holds below it. */
interface Child {
  readonly layer: Layer;
  readonly number: number;
}

/** Ids of entries whose paths start with a prefix. */
export interface PathPrefixHits {
  readonly ids: readonly number[];
  /** How many of them, at the start, do so to the letter. */
  readonly exactCount: number;
}

/**
 * The first `limit` entries whose path starts with `prefix`, case aside: those that do to the letter before
 * the others. Of each the ones in the directory that the prefix ends in come first, by name, and then what lies below
 * them, a directory's files before its directories.
 *
 * Cost: the output, a look at each directory beside those on the way, and what is dead among it.
 */
export function findByPathPrefix(layers: readonly Layer[], prefix: string, limit: number): PathPrefixHits {
  const slash = prefix.lastIndexOf('/');
  const matcher = new NameMatcher(prefix.slice(slash + 1));
  const exact: Child[] = [];
  const folded: Child[] = [];
  for (const place of findPlaces(layers, prefix.slice(0, Math.max(0, slash)))) {
    const found = childrenOf(place, matcher, limit);
    exact.push(...found.exact);
    folded.push(...found.folded);
  }
  const ids: number[] = [];
  addWithBelow(exact, ids, limit);
  const exactCount = ids.length;
  addWithBelow(folded, ids, limit);
  return { ids, exactCount };
}

/** The children that match, of files no more than needed. A directory may be dead, and what is below it not. */
function childrenOf(
  { layer, directory, isExact }: LayerPlace,
  matcher: NameMatcher,
  limit: number,
): { exact: Child[]; folded: Child[] } {
  const { names } = layer.segment;
  const exact: Child[] = [];
  const folded: Child[] = [];
  let exactFiles = 0;
  let foldedFiles = 0;
  for (const number of childrenInRanks(layer, directory, matcher.ranks(names))) {
    const isDirectory = layer.isDirectory(number);
    const match =
      isDirectory || layer.isLive(number) ? matcher.prefix(names, layer.rankOf(number)) : NameMatch.none;
    if (match === NameMatch.none) continue;
    if (!isExact || match !== NameMatch.exact) {
      if (isDirectory || foldedFiles++ < limit) folded.push({ layer, number });
      continue;
    }
    exact.push({ layer, number });
    if (!isDirectory && ++exactFiles === limit) break;
  }
  return { exact, folded };
}

function compareChildren(a: Child, b: Child): number {
  const difference = compareNames(
    a.layer.segment.names,
    a.layer.rankOf(a.number),
    b.layer.segment.names,
    b.layer.rankOf(b.number),
  );
  return difference || a.layer.offset - b.layer.offset;
}

function addWithBelow(children: readonly Child[], ids: number[], limit: number): void {
  const sorted = [...children].sort(compareChildren);
  for (const { layer, number } of sorted) {
    if (ids.length < limit && layer.isLive(number)) ids.push(layer.offset + number);
  }
  for (const child of sorted) addBelow(child, ids, limit);
}

function addBelow({ layer, number }: Child, ids: number[], limit: number): void {
  if (!layer.isDirectory(number)) return;
  const { directoryEnds, fileStarts } = layer.segment;
  const end = directoryEnds[number]!;
  for (let directory = number; directory < end; directory++) {
    if (directory > number && ids.length < limit && layer.isLive(directory))
      ids.push(layer.offset + directory);
    const fileEnd = layer.directoryCount + fileStarts[directory + 1]!;
    for (let file = layer.directoryCount + fileStarts[directory]!; file < fileEnd; file++) {
      if (ids.length === limit) return;
      if (layer.isLive(file)) ids.push(layer.offset + file);
    }
  }
}

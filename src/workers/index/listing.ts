import { compareNames, foldByte } from '../names/compare-names.js';
import type { Layer } from './layer.js';
import { findPlaces, type LayerPlace } from './layer-places.js';
import { compareNatural } from './natural-order.js';
import { NaturalWalk } from './natural-walk.js';

/**
 * The ids of the first `limit` children of the directory at a path, to the letter: directories first, then files, each
 * in natural order. None when there is no such directory. Cost: a look at each child, and the output.
 */
export function listChildren(layers: readonly Layer[], path: string, limit: number): number[] {
  const places = findPlaces(layers, path).filter((place) => place.isExact);
  if (!places.some(({ layer, directory }) => layer.isLive(directory))) return [];
  const children = places.map(livingChildren);
  const directories = firstInOrder(
    children.flatMap(({ directories: found }) => found),
    places.length,
    limit,
  );
  const files = firstInOrder(
    children.flatMap(({ files: found }) => found),
    places.length,
    limit - directories.length,
  );
  return [...directories, ...files];
}

/** Compares two children of a directory as a listing shows them. */
export function compareListed(
  a: { readonly name: string; readonly isDirectory: boolean },
  b: { readonly name: string; readonly isDirectory: boolean },
): number {
  return Number(b.isDirectory) - Number(a.isDirectory) || compareNatural(a.name, b.name);
}

interface Child {
  readonly layer: Layer;
  readonly number: number;
  readonly rank: number;
}

/** Shape: each by rank. */
function livingChildren({ layer, directory }: LayerPlace): { directories: Child[]; files: Child[] } {
  const ids: number[] = [];
  layer.readChildren(directory, ids);
  const directories: Child[] = [];
  const files: Child[] = [];
  for (const id of ids) {
    const number = id - layer.offset;
    const child = { layer, number, rank: layer.rankOf(number) };
    if (layer.isDirectory(number)) directories.push(child);
    else files.push(child);
  }
  return { directories, files };
}

/** The ids of the first ones in natural order. Children of one layer are by rank already. */
function firstInOrder(children: Child[], layerCount: number, limit: number): number[] {
  if (layerCount > 1) children.sort(compareChildren);
  const walk = new NaturalWalk({
    count: children.length,
    foldedByte(place, depth) {
      const { layer, rank } = children[place]!;
      const { bytes, starts } = layer.segment.names;
      const at = starts[rank]! + depth;
      return at < starts[rank + 1]! ? foldByte(bytes[at]!) : -1;
    },
    text(place) {
      const { layer, rank } = children[place]!;
      return layer.nameText(rank);
    },
  });
  return Array.from({ length: Math.min(limit, children.length) }, (_, place) => {
    const { layer, number } = children[walk.at(place)]!;
    return layer.offset + number;
  });
}

function compareChildren(a: Child, b: Child): number {
  return compareNames(a.layer.segment.names, a.rank, b.layer.segment.names, b.rank);
}

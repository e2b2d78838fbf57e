import type { Layer } from '../store/layer.js';
import { findPlaces } from './layer-places.js';
import { compareNatural } from '../../natural-order/natural-order.js';
import { NaturalWalk } from '../../natural-order/natural-walk.js';
import { RankedEntries } from '../store/ranked-entries.js';

/**
 * The ids of the first `limit` children of the directory at exactly this path: directories first, then files, each in
 * natural order. None when there is no such directory. Cost: visits each child, and the output.
 */
export function listChildren(layers: readonly Layer[], path: string, limit: number): number[] {
  const places = findPlaces(layers, path).filter((place) => place.isExact);
  if (!places.some(({ layer, directory }) => layer.isLive(directory))) return [];
  const directories: number[] = [];
  const files: number[] = [];
  for (const { layer, directory } of places) {
    const ids: number[] = [];
    layer.readChildren(directory, ids);
    for (const id of ids) (layer.isDirectory(id - layer.offset) ? directories : files).push(id);
  }
  const isRanked = places.length === 1;
  const first = firstInOrder(new RankedEntries(layers, directories, isRanked), limit);
  return [...first, ...firstInOrder(new RankedEntries(layers, files, isRanked), limit - first.length)];
}

function firstInOrder(entries: RankedEntries, limit: number): number[] {
  const walk = new NaturalWalk(entries);
  return Array.from({ length: Math.min(limit, entries.count) }, (_, place) => entries.ids[walk.at(place)]!);
}

/** Compares two children of a directory in display order. */
export function compareListed(
  a: { readonly name: string; readonly isDirectory: boolean },
  b: { readonly name: string; readonly isDirectory: boolean },
): number {
  return Number(b.isDirectory) - Number(a.isDirectory) || compareNatural(a.name, b.name);
}

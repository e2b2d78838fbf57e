import { compareNatural } from '../../natural-order/natural-order.js';
import { sortChildren } from '../store/child-order.js';
import type { Layer } from '../store/layer.js';
import { findLayerPlaces } from './layer-places.js';

/**
 * The ids of the first `limit` children of the directory at a path, to the letter: directories first, then files, each
 * in natural order. None when there is no such directory. Cost: a sort of the children.
 */
export function listChildren(layers: readonly Layer[], path: string, limit: number): number[] {
  const places = findLayerPlaces(layers, path).filter((place) => place.isExact);
  if (!places.some(({ layer, directory }) => layer.isLive(directory))) return [];
  const ids: number[] = [];
  for (const { layer, directory } of places) layer.readChildren(directory, ids);
  return sortChildren(layers, ids).slice(0, limit);
}

/** Compares two children of a directory in display order. */
export function compareListed(
  a: { readonly name: string; readonly isDirectory: boolean },
  b: { readonly name: string; readonly isDirectory: boolean },
): number {
  return Number(b.isDirectory) - Number(a.isDirectory) || compareNatural(a.name, b.name);
}

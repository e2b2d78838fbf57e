import type { Layer } from './layer.js';
import { findPlaces } from './layer-places.js';
import { compareNatural } from './natural-order.js';
import { best } from './top-k.js';

/**
 * The ids of the first `limit` children of the directory at a path, to the letter: directories first, then files, each
 * in natural order. None when there is no such directory.
 */
export function listChildren(layers: readonly Layer[], path: string, limit: number): number[] {
  const places = findPlaces(layers, path).filter((place) => place.isExact);
  if (!places.some(({ layer, directory }) => layer.isLive(directory))) return [];
  const directories: Child[] = [];
  const files: Child[] = [];
  for (const { layer, directory } of places) {
    const children: number[] = [];
    layer.readChildren(directory, children);
    for (const id of children) {
      const number = id - layer.offset;
      (layer.isDirectory(number) ? directories : files).push({ id, name: layer.nameOf(number) });
    }
  }
  const first = best(directories, limit, compareChildren);
  return [...first, ...best(files, limit - first.length, compareChildren)].map(({ id }) => id);
}

interface Child {
  readonly id: number;
  readonly name: string;
}

function compareChildren(a: Child, b: Child): number {
  return compareNatural(a.name, b.name);
}

/** Compares two children of a directory as a listing shows them. */
export function compareListed(
  a: { readonly name: string; readonly isDirectory: boolean },
  b: { readonly name: string; readonly isDirectory: boolean },
): number {
  return Number(b.isDirectory) - Number(a.isDirectory) || compareNatural(a.name, b.name);
}

import { compareNaturalNames } from '../../natural-order/natural-names.js';
import type { Layer } from './layer.js';
import { layerOf } from './layer-stack.js';

/** Sorts the children of a directory by id: directories first, then files, each in natural order. */
export function sortChildren(layers: readonly Layer[], ids: number[]): number[] {
  return ids.sort((a, b) => compareChildren(layers, a, b));
}

function compareChildren(layers: readonly Layer[], a: number, b: number): number {
  const one = layerOf(layers, a);
  const other = layerOf(layers, b);
  const number = a - one.offset;
  const otherNumber = b - other.offset;
  const isDirectory = one.isDirectory(number);
  if (isDirectory !== other.isDirectory(otherNumber)) return isDirectory ? -1 : 1;
  return compareNaturalNames(
    one.segment.names,
    one.rankOf(number),
    other.segment.names,
    other.rankOf(otherNumber),
  );
}

import type { IndexData } from './data.js';
import { compareBytes } from './path-order.js';

/** How long the path of an entry is. Units: UTF-8 bytes, and one for each segment. */
export function pathLength(data: IndexData, id: number): number {
  let length = 0;
  for (let at = id; at !== 0; at = data.parentOf(at)) length += data.names.byteLength(data.nameIdOf(at)) + 1;
  return length;
}

/** Short paths before long ones, then in path order. */
export function comparePaths(data: IndexData, a: number, b: number): number {
  if (a === b) return 0;
  return pathLength(data, a) - pathLength(data, b) || compareBytes(data.pathOf(a), data.pathOf(b));
}

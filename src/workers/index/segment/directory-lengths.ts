import { byteLength } from '../../names/code-points.js';
import type { Segment } from './segment.js';

const known = new WeakMap<Segment, Uint16Array>();

/**
 * By directory: the length of its path with a trailing `/`; 0 for the root. Cached for the life of the segment.
 * Units: UTF-8 bytes.
 */
export function directoryLengths(segment: Segment): Uint16Array {
  const found = known.get(segment);
  if (found !== undefined) return found;
  const { names, directoryNames, directoryParents } = segment;
  const lengths = new Uint16Array(directoryNames.length);
  for (let directory = 1; directory < lengths.length; directory++) {
    lengths[directory] =
      lengths[directoryParents[directory]!]! + byteLength(names, directoryNames[directory]!) + 1;
  }
  known.set(segment, lengths);
  return lengths;
}

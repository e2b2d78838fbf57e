import type { Segment } from './segment.js';

const SLASH = 0x2f;
const DOT = 0x2e;

/**
 * Whether the arrays of a segment read from a disk are consistent, and no path in it leaves the root.
 * Values are not checked: the checksum of the file covers them.
 */
export function isValidSegment(segment: Segment): boolean {
  return hasLengths(segment) && areValidNames(segment);
}

function hasLengths(segment: Segment): boolean {
  const names = segment.names.starts.length - 1;
  const directories = segment.directoryFlags.length;
  const files = segment.fileFlags.length;
  const lengths: readonly (readonly [{ readonly length: number }, number])[] = [
    [segment.nameMasks, names],
    [segment.wordMasks, names],
    [segment.pairMasks, names],
    [segment.nameEntries, names],
    [segment.directoryParents, directories],
    [segment.directoryNames, directories],
    [segment.directoryEnds, directories],
    [segment.directoryMasks, directories],
    [segment.fileStarts, directories + 1],
    [segment.fileNames, files],
    [segment.fileMasks, files],
  ];
  return names > 0 && directories > 0 && lengths.every(([array, length]) => array.length === length);
}

/** Whether no name is `.`, `..` or contains a separator, and only the root's name is empty. */
function areValidNames({ names: { bytes, starts } }: Segment): boolean {
  const count = starts.length - 1;
  if (starts[0] !== 0 || starts[1] !== 0 || starts[count] !== bytes.length) return false;
  if (bytes.includes(SLASH) || bytes.includes(0)) return false;
  for (let rank = 1; rank < count; rank++) {
    const start = starts[rank]!;
    const length = starts[rank + 1]! - start;
    if (length <= 0) return false;
    if (length <= 2 && bytes[start] === DOT && bytes[start + length - 1] === DOT) return false;
  }
  return true;
}

import type { Layer } from '../store/layer.js';
import { lowerBound, type RankRange } from '../../names/rank-range.js';

/**
 * The numbers of a directory's children, live or deleted, whose names have ranks in a range: directories, then files,
 * each by rank. Cost: visits each subdirectory, and the output.
 */
export function* childrenInRanks(
  { segment, directoryCount }: Layer,
  directory: number,
  { from, to }: RankRange,
): Generator<number, void, undefined> {
  const { directoryEnds, directoryNames, fileStarts, fileNames } = segment;
  const end = directoryEnds[directory]!;
  for (let child = directory + 1; child < end; child = directoryEnds[child]!) {
    const rank = directoryNames[child]!;
    if (rank >= to) break;
    if (rank >= from) yield child;
  }
  const fileEnd = fileStarts[directory + 1]!;
  const first = lowerBound(fileStarts[directory]!, fileEnd, (file) => fileNames[file]! >= from);
  for (let file = first; file < fileEnd && fileNames[file]! < to; file++) yield directoryCount + file;
}

import type { RelPath } from '../../../actors/protocol/workspace.js';
import { EntryKindBit } from '../../parts/scan-part.js';
import { EncodedPath } from '../../names/encoded-path.js';
import type { Layer } from './layer.js';
import { EntryFlag } from '../segment/segment.js';
import { inSlices, type Cooperative } from '../../../actors/runtime/slices.js';

// The number of an entry that the scan does not have.
const NONE = -1;

/**
 * Copies to the entries of a scan what only the index knows about them: their modification times, and that they are
 * core because they were core before they were moved. Returns how many entries below `under` exist in both.
 * `scanned` must not be in an index yet. Cost: some 0.1 us an entry.
 */
export function* preserveEntryState(
  layers: readonly Layer[],
  scanned: Layer,
  under: RelPath,
): Cooperative<number> {
  const path = new EncodedPath().set(under);
  let kept = 0;
  for (const layer of layers) {
    const top = layer.findDirectory(path);
    if (top === -1) continue;
    const newTop = scanned.findDirectory(path);
    if (newTop === -1) return 0;
    const ranks = yield* ranksIn(scanned, layer);
    const directories = new Int32Array(layer.segment.directoryEnds[top]! - top);
    directories[0] = newTop;
    yield* inSlices(directories.length, (from, to) => {
      kept += preserveSome({ layer, scanned, top, ranks, directories }, from, to);
    });
  }
  return kept;
}

// Loops are functions of their own, because the engine recompiles the code of a closure each time.

/** By rank in `layer`: the rank of the same name in `scanned`. */
function* ranksIn(scanned: Layer, layer: Layer): Cooperative<Int32Array> {
  const ranks = new Int32Array(layer.segment.names.starts.length - 1);
  yield* inSlices(ranks.length, (from, to) => {
    lookUpNames(scanned, layer, ranks, from, to);
  });
  return ranks;
}

function lookUpNames(scanned: Layer, layer: Layer, ranks: Int32Array, from: number, to: number): void {
  const { names } = layer.segment;
  for (let rank = from; rank < to; rank++) ranks[rank] = scanned.rankOfName(names, rank);
}

/** The subtree of directory `top` in a layer, with the corresponding numbers in `scanned`. */
interface MatchedSubtree {
  readonly layer: Layer;
  readonly scanned: Layer;
  readonly top: number;
  readonly ranks: Int32Array;
  /** By directory, counted from `top`. */
  readonly directories: Int32Array;
}

/** Processes the directories `[from, to)`, counted from `top`, and their files; returns how many exist in both. */
function preserveSome(matched: MatchedSubtree, from: number, to: number): number {
  const { layer, scanned, top, ranks, directories } = matched;
  const { directoryParents, directoryNames, fileStarts, fileNames } = layer.segment;
  let kept = 0;
  for (let index = from; index < to; index++) {
    const directory = top + index;
    if (index > 0) {
      const parent = directories[directoryParents[directory]! - top]!;
      const rank = ranks[directoryNames[directory]!]!;
      directories[index] = parent === NONE || rank === NONE ? NONE : scanned.directoryIn(parent, rank);
      if (preserveEntry(matched, directory, directories[index]!)) kept++;
    }
    const newDirectory = directories[index]!;
    if (newDirectory === NONE) continue;
    for (let file = fileStarts[directory]!; file < fileStarts[directory + 1]!; file++) {
      const rank = ranks[fileNames[file]!]!;
      if (rank === NONE) continue;
      if (preserveEntry(matched, layer.directoryCount + file, scanned.fileIn(newDirectory, rank))) kept++;
    }
  }
  return kept;
}

/** Copies one entry's data. Returns whether the entry exists in both. */
function preserveEntry({ layer, scanned }: MatchedSubtree, number: number, newNumber: number): boolean {
  if (newNumber === NONE || !layer.isLive(number) || !scanned.isLive(newNumber)) return false;
  if ((layer.flagsOf(number) & EntryFlag.movedCore) !== 0) markMovedCore(scanned, newNumber);
  const mtimeMs = layer.isDirectory(number) ? undefined : layer.mtimes.get(number);
  if (mtimeMs !== undefined) scanned.mtimes.set(newNumber, mtimeMs);
  return true;
}

function markMovedCore({ segment, directoryCount }: Layer, number: number): void {
  const flags = EntryKindBit.core | EntryFlag.movedCore;
  if (number < directoryCount) segment.directoryFlags[number]! |= flags;
  else segment.fileFlags[number - directoryCount]! |= flags;
}

import type { CapturedIndex } from '../store/index-data.js';
import { readSavedRules, type SavedRules } from '../rules/saved-rules.js';
import { runToEnd } from '../../../actors/runtime/slices.js';
import {
  type ArrayFile,
  type ArrayFileKind,
  decodeArrays,
  encodeArrays,
  type Sections,
} from '../../cache/array-file.js';
import type { Segment } from '../segment/segment.js';
import { isValidSegment } from '../segment/validate-segment.js';

/** What an index knew when it was closed. */
export interface Snapshot extends CapturedIndex {
  readonly rules: SavedRules;
}

const KIND: ArrayFileKind = { magic: 0x50555254, version: 4 };

/**
 * A snapshot as the bytes of a file, piece by piece. `subject` is what it is of: nothing else can read it.
 * Cost: 2 ms for 163,000 files; nothing is copied.
 */
export function encodeSnapshot(snapshot: Snapshot, subject: string): Uint8Array[] {
  return runToEnd(encodeArrays(KIND, { subject, facts: snapshot.rules, arrays: arraysOf(snapshot) }));
}

/**
 * What a file holds, as views of it; `undefined` when it is not a whole and sound snapshot of `subject`, written by
 * this version on a machine like this one.
 * Errors: never throws. Cost: 5 ms for 163,000 files.
 */
export function decodeSnapshot(file: ArrayBuffer, subject: string): Snapshot | undefined {
  const decoded = runToEnd(decodeArrays(file, KIND, subject));
  if (decoded === undefined) return undefined;
  const { arrays } = decoded;
  const rules = readSavedRules(decoded.facts);
  const segment = readSegment(arrays);
  const slots = { names: arrays.numbers(), directories: arrays.numbers() };
  const stamps = arrays.doubles();
  if (rules === undefined || !arrays.isWhole || stamps.length !== segment.directoryFlags.length)
    return undefined;
  return isValidSegment(segment) ? { segment, slots, stamps, rules } : undefined;
}

/** In the order in which they are read. */
function arraysOf({ segment, slots, stamps }: Snapshot): ArrayFile['arrays'] {
  return [
    segment.names.bytes,
    segment.names.starts,
    segment.nameMasks,
    segment.wordMasks,
    segment.pairMasks,
    segment.nameEntries,
    segment.postings,
    segment.words,
    segment.directoryParents,
    segment.directoryNames,
    segment.directoryEnds,
    segment.directoryFlags,
    segment.directoryMasks,
    segment.fileStarts,
    segment.fileNames,
    segment.fileFlags,
    segment.fileMasks,
    slots.names,
    slots.directories,
    stamps,
  ];
}

function readSegment(arrays: Sections): Segment {
  return {
    names: { bytes: arrays.bytes(), starts: arrays.numbers() },
    nameMasks: arrays.masks(),
    wordMasks: arrays.halfMasks(),
    pairMasks: arrays.masks(),
    nameEntries: arrays.numbers(),
    postings: arrays.numbers(),
    words: arrays.numbers(),
    directoryParents: arrays.numbers(),
    directoryNames: arrays.numbers(),
    directoryEnds: arrays.numbers(),
    directoryFlags: arrays.bytes(),
    directoryMasks: arrays.masks(),
    fileStarts: arrays.numbers(),
    fileNames: arrays.numbers(),
    fileFlags: arrays.bytes(),
    fileMasks: arrays.halfMasks(),
  };
}

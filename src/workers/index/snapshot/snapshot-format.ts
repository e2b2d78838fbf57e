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

/** The state of an index when it was saved. */
export interface Snapshot extends CapturedIndex {
  readonly rules: SavedRules;
}

const KIND: ArrayFileKind = { magic: 0x50555254, version: 4 };

/**
 * Encodes a snapshot as the pieces of a file. Only a reader with the same `subject` can decode it.
 * Cost: 2 ms for 163,000 files; nothing is copied.
 */
export function encodeSnapshot(snapshot: Snapshot, subject: string): Uint8Array[] {
  return runToEnd(encodeArrays(KIND, { subject, facts: snapshot.rules, arrays: arraysOf(snapshot) }));
}

/**
 * Decodes a file into views of it; `undefined` unless it is a complete and valid snapshot of `subject`, written by
 * this version on a machine with the same byte order.
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

/** The arrays of a snapshot, in the order in which the file has them. */
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

import { crc32 } from 'node:zlib';
import type { CapturedIndex } from '../store/index-data.js';
import { readSavedRules, type SavedRules } from '../rules/saved-rules.js';
import type { Segment } from '../segment/segment.js';
import { isValidSegment } from '../segment/validate-segment.js';

/** The state of an index when it was saved. */
export interface Snapshot extends CapturedIndex {
  readonly rules: SavedRules;
}

// Increase this when the stored data or its meaning changes.
const VERSION = 3;
const MAGIC = 0x50555254;
// A machine with the other byte order reads another number.
const BYTE_ORDER = 0x01020304;
const HEADER = { magic: 0, byteOrder: 1, version: 2, checksum: 3, metaBytes: 4, words: 6 } as const;
const HEADER_BYTES = HEADER.words * Uint32Array.BYTES_PER_ELEMENT;
const ALIGNMENT = 8;

interface Meta {
  /** The root, and the part of its configuration that the index depends on. */
  readonly subject: string;
  /** How many elements each array has. */
  readonly lengths: readonly number[];
  readonly rules: unknown;
}

type Arrays = readonly (Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array)[];

/**
 * Encodes a snapshot as the pieces of a file. Only a reader with the same `subject` can decode it.
 * Cost: 2 ms for 163,000 files; nothing is copied.
 */
export function encodeSnapshot(snapshot: Snapshot, subject: string): Uint8Array[] {
  const arrays = arraysOf(snapshot);
  const meta: Meta = { subject, lengths: arrays.map(({ length }) => length), rules: snapshot.rules };
  const text = Buffer.from(JSON.stringify(meta), 'utf8');
  const pieces: Uint8Array[] = [padded(text)];
  for (const { buffer, byteOffset, byteLength } of arrays) {
    pieces.push(new Uint8Array(buffer, byteOffset, byteLength));
    if (byteLength % ALIGNMENT !== 0) pieces.push(new Uint8Array(ALIGNMENT - (byteLength % ALIGNMENT)));
  }
  const header = new Uint32Array(HEADER.words);
  header[HEADER.magic] = MAGIC;
  header[HEADER.byteOrder] = BYTE_ORDER;
  header[HEADER.version] = VERSION;
  header[HEADER.checksum] = checksumOf(pieces);
  header[HEADER.metaBytes] = text.length;
  return [new Uint8Array(header.buffer), ...pieces];
}

/**
 * Decodes a file into views of it; `undefined` unless it is a complete and valid snapshot of `subject`, written by
 * this version on a machine with the same byte order.
 * Errors: never throws. Cost: 5 ms for 163,000 files.
 */
export function decodeSnapshot(file: ArrayBuffer, subject: string): Snapshot | undefined {
  if (file.byteLength < HEADER_BYTES) return undefined;
  const header = new Uint32Array(file, 0, HEADER.words);
  const isOurs =
    header[HEADER.magic] === MAGIC &&
    header[HEADER.byteOrder] === BYTE_ORDER &&
    header[HEADER.version] === VERSION &&
    header[HEADER.checksum] === checksumOf([new Uint8Array(file, HEADER_BYTES)]);
  if (!isOurs) return undefined;
  const metaEnd = HEADER_BYTES + header[HEADER.metaBytes]!;
  if (metaEnd > file.byteLength) return undefined;
  const meta = readMeta(Buffer.from(file, HEADER_BYTES, metaEnd - HEADER_BYTES).toString('utf8'));
  if (meta?.subject !== subject) return undefined;
  const rules = readSavedRules(meta.rules);
  const arrays = new Sections(file, align(metaEnd), meta.lengths);
  const segment = readSegment(arrays);
  const slots = { names: arrays.numbers(), directories: arrays.numbers() };
  const stamps = arrays.doubles();
  if (rules === undefined || !arrays.isWhole || stamps.length !== segment.directoryFlags.length)
    return undefined;
  return isValidSegment(segment) ? { segment, slots, stamps, rules } : undefined;
}

/** The arrays of a snapshot, in the order in which the file has them. */
function arraysOf({ segment, slots, stamps }: Snapshot): Arrays {
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

/** Reads the arrays of a file, one after the other. An array that does not fit is empty. */
class Sections {
  readonly #file: ArrayBuffer;
  readonly #lengths: readonly number[];
  #at: number;
  #next = 0;
  #isWhole = true;

  constructor(file: ArrayBuffer, start: number, lengths: readonly number[]) {
    this.#file = file;
    this.#at = start;
    this.#lengths = lengths;
  }

  /** Whether all arrays were complete, with nothing after the last. */
  get isWhole(): boolean {
    return this.#isWhole && this.#next === this.#lengths.length && this.#at === this.#file.byteLength;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#file, ...this.#place(Uint8Array.BYTES_PER_ELEMENT));
  }

  numbers(): Uint32Array<ArrayBuffer> {
    return new Uint32Array(this.#file, ...this.#place(Uint32Array.BYTES_PER_ELEMENT));
  }

  masks(): Int32Array<ArrayBuffer> {
    return new Int32Array(this.#file, ...this.#place(Int32Array.BYTES_PER_ELEMENT));
  }

  halfMasks(): Uint16Array<ArrayBuffer> {
    return new Uint16Array(this.#file, ...this.#place(Uint16Array.BYTES_PER_ELEMENT));
  }

  doubles(): Float64Array<ArrayBuffer> {
    return new Float64Array(this.#file, ...this.#place(Float64Array.BYTES_PER_ELEMENT));
  }

  #place(elementBytes: number): [start: number, length: number] {
    const start = this.#at;
    const length = this.#lengths[this.#next++];
    const end = length === undefined ? Number.NaN : align(start + length * elementBytes);
    if (length === undefined || !(end <= this.#file.byteLength)) {
      this.#isWhole = false;
      return [0, 0];
    }
    this.#at = end;
    return [start, length];
  }
}

function readMeta(text: string): Meta | undefined {
  let meta: unknown;
  try {
    meta = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof meta !== 'object' || meta === null) return undefined;
  const { subject, lengths, rules } = meta as Partial<Record<keyof Meta, unknown>>;
  if (typeof subject !== 'string' || !Array.isArray(lengths)) return undefined;
  const areCounts = lengths.every((length) => Number.isSafeInteger(length) && length >= 0);
  return areCounts ? { subject, lengths: lengths as number[], rules } : undefined;
}

function checksumOf(pieces: readonly Uint8Array[]): number {
  // zlib restarts the checksum for an empty piece.
  return pieces.reduce((sum, piece) => (piece.length === 0 ? sum : crc32(piece, sum)), 0);
}

function padded(bytes: Uint8Array): Uint8Array {
  const all = new Uint8Array(align(bytes.length));
  all.set(bytes);
  return all;
}

function align(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

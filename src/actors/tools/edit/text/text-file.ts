import { decodePieces } from './decode-bytes.js';
import { detectEncoding, type TextFileProblem } from './detect-encoding.js';
import { encodePieces, encodeText, UnencodableTextError } from './encode-text.js';
import type { Splice, TextPosition } from './splice.js';
import { LineSplitter, type TextLines } from './text-lines.js';

/** A text file: its lines, and the byte offset at which each of them starts. */
export interface TextFile extends TextLines {
  readonly bytes: Uint8Array;
  /** As `iconv-lite` names it. */
  readonly encoding: string;
  /** Units: bytes. Shape: one more than there are lines; the first comes after the BOM. */
  readonly lineStarts: Uint32Array;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
// Scanning or copying this many takes a fraction of a millisecond.
const BYTES_PER_SLICE = 256 * 1024;
// Joining and encoding this many takes about a millisecond.
const UNITS_PER_RUN = 32 * 1024;

/**
 * Reads a text file in any encoding; returns why it is not text otherwise. Yields every millisecond or so of work, like
 * all generators here.
 */
export function* readTextFile(bytes: Uint8Array): Generator<void, TextFile | TextFileProblem> {
  const found = yield* detectEncoding(bytes);
  if (typeof found === 'string') return found;
  const { encoding, bomBytes } = found;
  yield;
  const splitter = new LineSplitter();
  for (const piece of decodePieces(bytes.subarray(bomBytes), encoding)) {
    splitter.add(piece);
    yield;
  }
  const lineStarts = yield* findLineStarts(bytes, bomBytes, encoding);
  return { ...splitter.end(), bytes, encoding, lineStarts };
}

/**
 * The bytes of the file with splices applied; all other bytes are copied unchanged.
 * Shape: splices are ascending and disjoint. Errors: `UnencodableTextError`.
 */
export function* spliceTextFile(file: TextFile, splices: readonly Splice[]): Generator<void, Uint8Array> {
  const pieces: Uint8Array[] = [];
  let copied = 0;
  for (const { start, end, text } of splices) {
    pieces.push(file.bytes.subarray(copied, offsetOf(file, start)));
    for (const piece of encodePieces(text, file.encoding)) {
      pieces.push(piece);
      yield;
    }
    copied = offsetOf(file, end);
  }
  return yield* concatenate([...pieces, file.bytes.subarray(copied)]);
}

/**
 * The bytes of a text that replaces the whole content of a file, in the file's encoding and with its BOM, if any.
 * Errors: `UnencodableTextError`.
 */
export function* rewriteTextFile(
  { bytes, encoding, lineStarts }: TextFile,
  text: TextLines,
): Generator<void, Uint8Array> {
  const pieces = [bytes.subarray(0, lineStarts[0] ?? 0)];
  for (const run of joinedRuns(text)) {
    for (const piece of encodePieces(run, encoding)) {
      pieces.push(piece);
      yield;
    }
  }
  return yield* concatenate(pieces);
}

/** The text as a few long strings of whole lines. */
function* joinedRuns({ lines, ends }: TextLines): Generator<string> {
  let run: string[] = [];
  let units = 0;
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? '';
    run.push(line, ends[index] ?? '');
    units += line.length;
    if (units < UNITS_PER_RUN) continue;
    yield run.join('');
    run = [];
    units = 0;
  }
  yield run.join('');
}

function* concatenate(pieces: readonly Uint8Array[]): Generator<void, Uint8Array> {
  const whole = Buffer.allocUnsafe(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    for (let from = 0; from < piece.length; from += BYTES_PER_SLICE) {
      const part = piece.subarray(from, from + BYTES_PER_SLICE);
      whole.set(part, at);
      at += part.length;
      yield;
    }
  }
  return whole;
}

function* findLineStarts(
  bytes: Uint8Array,
  bomBytes: number,
  encoding: string,
): Generator<void, Uint32Array> {
  const starts: number[] = [bomBytes];
  const width = encoding.startsWith('utf-16') ? 2 : 1;
  // Which byte of a 16-bit unit is the low one, and which the high one.
  const low = encoding === 'utf-16be' ? 1 : 0;
  const unitAt = (at: number): number =>
    width === 1 ? (bytes[at] ?? 0) : (bytes[at + low] ?? 0) + (bytes[at + 1 - low] ?? 0) * 256;
  for (let slice = bomBytes; slice < bytes.length; slice += BYTES_PER_SLICE) {
    const end = Math.min(slice + BYTES_PER_SLICE, bytes.length);
    for (let at = slice; at < end; at += width) {
      // Most bytes are of other characters, and are passed over without a call.
      if ((bytes[at + low] ?? 0) > CARRIAGE_RETURN) continue;
      const unit = unitAt(at);
      const isReturn = unit === CARRIAGE_RETURN && unitAt(at + width) !== LINE_FEED;
      if (unit === LINE_FEED || isReturn) starts.push(at + width);
    }
    yield;
  }
  if (starts.at(-1) !== bytes.length) starts.push(bytes.length);
  return new Uint32Array(starts);
}

/**
 * The byte offset of a place.
 * Errors: `UnencodableTextError` when the text before it in its line does not encode to the bytes that the file has
 * there, which makes the offset unknown.
 */
function offsetOf({ lines, bytes, encoding, lineStarts }: TextFile, { line, column }: TextPosition): number {
  const start = lineStarts[line] ?? bytes.length;
  if (column === 0) return start;
  const before = (lines[line] ?? '').slice(0, column);
  const written = encodeText(before, encoding);
  if (Buffer.compare(written, bytes.subarray(start, start + written.length)) !== 0) {
    throw new UnencodableTextError(encoding, before);
  }
  return start + written.length;
}

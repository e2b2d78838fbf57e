import { decodePieces } from './decode-bytes.js';
import { detectEncoding, type TextFileProblem } from './detect-encoding.js';
import { encodePieces, encodeText, UnencodableTextError } from './encode-text.js';
import type { Splice, TextPosition } from './splice.js';
import { LineSplitter, type TextLines } from './text-lines.js';

/** A text file: its lines, and where in its bytes each of them starts. */
export interface TextFile extends TextLines {
  readonly bytes: Uint8Array;
  /** As `iconv-lite` names it. */
  readonly encoding: string;
  /** Units: bytes. Shape: one more than there are lines; a BOM is before the first. */
  readonly lineStarts: Uint32Array;
}

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
// Looked through, or copied, in some fractions of a millisecond.
const BYTES_PER_SLICE = 256 * 1024;
// Joined and encoded in about a millisecond.
const UNITS_PER_RUN = 32 * 1024;

/**
 * The lines of a file in whatever encoding it is; what is wrong with it when it is no text. Yields every millisecond or
 * so of work, as all generators here do.
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
 * The bytes of the file with some stretches replaced; all other bytes are copied.
 * Shape: splices ascending, none overlapping. Errors: `UnencodableTextError`.
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
 * The bytes of a text that replaces all of a file: with its encoding, and with its BOM if it has one.
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

/** The text as some long strings, each of whole lines. */
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
  // Which byte of a wide unit is the low one, and which the high one.
  const low = encoding === 'utf-16be' ? 1 : 0;
  const unitAt = (at: number): number =>
    width === 1 ? (bytes[at] ?? 0) : (bytes[at + low] ?? 0) + (bytes[at + 1 - low] ?? 0) * 256;
  let slice = bomBytes;
  for (let at = bomBytes; at < bytes.length; at += width) {
    const unit = unitAt(at);
    const isReturn = unit === CARRIAGE_RETURN && unitAt(at + width) !== LINE_FEED;
    if (unit === LINE_FEED || isReturn) starts.push(at + width);
    if (at - slice < BYTES_PER_SLICE) continue;
    slice = at;
    yield;
  }
  if (starts.at(-1) !== bytes.length) starts.push(bytes.length);
  return new Uint32Array(starts);
}

/**
 * Where in the bytes a place is.
 * Errors: `UnencodableTextError` when what stands before it in its line has other bytes than its letters are written
 * with: then nobody can tell.
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

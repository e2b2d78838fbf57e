import iconv from 'iconv-lite';
import { decodeBytes } from './decode-bytes.js';
import { detectEncoding, type TextFileProblem } from './detect-encoding.js';
import type { Splice, TextPosition } from './splice.js';
import { splitLines, type TextLines } from './text-lines.js';

/** A text file: its lines, and where in its bytes each of them starts. */
export interface TextFile extends TextLines {
  readonly bytes: Uint8Array;
  /** As `iconv-lite` names it. */
  readonly encoding: string;
  /** Units: bytes. Shape: one more than there are lines; a BOM is before the first. */
  readonly lineStarts: Uint32Array;
}

/** Text that a file's encoding has no bytes for, or that it would write in other bytes than those that are there. */
export class UnencodableTextError extends Error {
  override readonly name = 'UnencodableTextError';
  readonly encoding: string;
  /** The first character at fault. */
  readonly character: string;

  constructor(encoding: string, character: string) {
    super(`${encoding} has no bytes for ${JSON.stringify(character)}.`);
    this.encoding = encoding;
    this.character = character;
  }
}

const LINE_FEED = 0x0a;

/** The lines of a file in whatever encoding it is; what is wrong with it when it is no text. */
export function readTextFile(bytes: Uint8Array): TextFile | TextFileProblem {
  const found = detectEncoding(bytes);
  if (typeof found === 'string') return found;
  const { encoding, bomBytes } = found;
  const text = decodeBytes(bytes.subarray(bomBytes), encoding);
  return { ...splitLines(text), bytes, encoding, lineStarts: findLineStarts(bytes, bomBytes, encoding) };
}

/**
 * The bytes of the file with some stretches replaced; all other bytes are copied.
 * Shape: splices ascending, none overlapping. Errors: `UnencodableTextError`.
 */
export function spliceTextFile(file: TextFile, splices: readonly Splice[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  let copied = 0;
  for (const { start, end, text } of splices) {
    pieces.push(file.bytes.subarray(copied, offsetOf(file, start)), encode(text, file.encoding));
    copied = offsetOf(file, end);
  }
  return Buffer.concat([...pieces, file.bytes.subarray(copied)]);
}

/** The bytes of a text that replaces all of a file: with its encoding, and with its BOM if it has one. */
export function rewriteTextFile({ bytes, encoding, lineStarts }: TextFile, text: string): Uint8Array {
  return Buffer.concat([bytes.subarray(0, lineStarts[0] ?? 0), encode(text, encoding)]);
}

function encode(text: string, encoding: string): Uint8Array {
  const bytes =
    encoding === 'utf-16be'
      ? Buffer.from(text, 'utf16le').swap16()
      : encoding === 'utf-16le'
        ? Buffer.from(text, 'utf16le')
        : encoding === 'utf-8'
          ? Buffer.from(text, 'utf8')
          : iconv.encode(text, encoding, { addBOM: false });
  const back = decodeBytes(bytes, encoding);
  if (back !== text) throw new UnencodableTextError(encoding, firstDifference(text, back));
  return bytes;
}

function firstDifference(text: string, back: string): string {
  const others = Array.from(back);
  for (const [index, character] of Array.from(text).entries())
    if (character !== others[index]) return character;
  return text.slice(-1);
}

function findLineStarts(bytes: Uint8Array, bomBytes: number, encoding: string): Uint32Array {
  const starts: number[] = [bomBytes];
  const isWide = encoding.startsWith('utf-16');
  // The byte of the line feed, and the other byte of a wide one.
  const low = encoding === 'utf-16be' ? 1 : 0;
  for (let at = bytes.indexOf(LINE_FEED, bomBytes); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) {
    if (!isWide) starts.push(at + 1);
    else if ((at - low) % 2 === 0 && bytes[low === 1 ? at - 1 : at + 1] === 0)
      starts.push(at + (low === 1 ? 1 : 2));
  }
  if (starts.at(-1) !== bytes.length) starts.push(bytes.length);
  return Uint32Array.from(starts);
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
  const written = encode(before, encoding);
  if (Buffer.compare(written, bytes.subarray(start, start + written.length)) !== 0) {
    throw new UnencodableTextError(encoding, before);
  }
  return start + written.length;
}

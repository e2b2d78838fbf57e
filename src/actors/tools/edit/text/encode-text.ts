import iconv from 'iconv-lite';
import { decodeBytes } from './decode-bytes.js';

/** Thrown for text that a file's encoding cannot represent, or would write in other bytes than the file has. */
export class UnencodableTextError extends Error {
  override readonly name = 'UnencodableTextError';
  readonly encoding: string;
  /** The first such character. */
  readonly character: string;

  constructor(encoding: string, character: string) {
    super(`${encoding} has no bytes for ${JSON.stringify(character)}.`);
    this.encoding = encoding;
    this.character = character;
  }
}

// Encoding a piece, and decoding it again to verify, takes about a millisecond.
const UNITS_PER_PIECE = 64 * 1024;

/** The bytes of a text, without a BOM. Errors: `UnencodableTextError`. */
export function encodeText(text: string, encoding: string): Uint8Array {
  return Buffer.concat([...encodePieces(text, encoding)]);
}

/** Like `encodeText`, piece by piece, so that the caller can yield in between. Errors: `UnencodableTextError`. */
export function* encodePieces(text: string, encoding: string): Generator<Uint8Array> {
  for (let from = 0; from < text.length;) {
    const to = pieceEnd(text, from + UNITS_PER_PIECE);
    yield encodePiece(text.slice(from, to), encoding);
    from = to;
  }
}

/** The end of a piece, one unit earlier where it would split a character. */
function pieceEnd(text: string, at: number): number {
  if (at >= text.length) return text.length;
  return (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}

function encodePiece(text: string, encoding: string): Uint8Array {
  const bytes = Buffer.isEncoding(encoding)
    ? Buffer.from(text, encoding)
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

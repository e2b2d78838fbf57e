import iconv from 'iconv-lite';

// Decoded in a millisecond or less, unless it is one of the encodings of iconv, which take some four.
const BYTES_PER_PIECE = 128 * 1024;

/** The text that bytes without a BOM stand for. `encoding` is one that `detectEncoding` names. */
export function decodeBytes(bytes: Uint8Array, encoding: string): string {
  return [...decodePieces(bytes, encoding)].join('');
}

/** The same piece by piece, so that others get their turn in between. */
export function* decodePieces(bytes: Uint8Array, encoding: string): Generator<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isUnicode = encoding.startsWith('utf-');
  const decoder = isUnicode ? undefined : iconv.getDecoder(encoding, { stripBOM: false });
  for (let from = 0; from < buffer.length;) {
    const to = Math.min(buffer.length, from + BYTES_PER_PIECE);
    // A pair of surrogates that is cut is whole again when the pieces are joined.
    const end = encoding === 'utf-8' ? characterStart(buffer, to) : to;
    const piece = buffer.subarray(from, end);
    yield decoder?.write(piece) ?? decodeUnicode(piece, encoding);
    from = end;
  }
  const rest = decoder?.end();
  if (rest !== undefined) yield rest;
}

function decodeUnicode(piece: Buffer, encoding: string): string {
  if (encoding === 'utf-8') return piece.toString('utf8');
  return (encoding === 'utf-16be' ? Buffer.from(piece).swap16() : piece).toString('utf16le');
}

/** The last place up to here at which a character of UTF-8 begins. */
function characterStart(buffer: Buffer, at: number): number {
  let start = at;
  while (start < buffer.length && start > at - 3 && ((buffer[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}

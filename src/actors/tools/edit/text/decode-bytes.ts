import iconv from 'iconv-lite';

// Decoding a piece takes a millisecond or less, or some four with an encoding of iconv.
const BYTES_PER_PIECE = 128 * 1024;

/** Decodes bytes without a BOM. `encoding` is a name that `detectEncoding` returns. */
export function decodeBytes(bytes: Uint8Array, encoding: string): string {
  return [...decodePieces(bytes, encoding)].join('');
}

/** Like `decodeBytes`, piece by piece, so that the caller can yield in between. */
export function* decodePieces(bytes: Uint8Array, encoding: string): Generator<string> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isUnicode = encoding.startsWith('utf-');
  const decoder = isUnicode ? undefined : iconv.getDecoder(encoding, { stripBOM: false });
  for (let from = 0; from < buffer.length;) {
    const to = Math.min(buffer.length, from + BYTES_PER_PIECE);
    // Joining the pieces restores a surrogate pair that was split.
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

/** The last place up to `at` where a UTF-8 character begins. */
function characterStart(buffer: Buffer, at: number): number {
  let start = at;
  while (start < buffer.length && start > at - 3 && ((buffer[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}

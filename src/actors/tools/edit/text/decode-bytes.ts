import { StringDecoder } from 'node:string_decoder';
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
  // Loading the tables of iconv takes longer than the host's thread may be busy.
  const decoder = Buffer.isEncoding(encoding)
    ? new StringDecoder(encoding)
    : iconv.getDecoder(encoding, { stripBOM: false });
  for (let from = 0; from < buffer.length; from += BYTES_PER_PIECE)
    yield decoder.write(buffer.subarray(from, from + BYTES_PER_PIECE));
  yield decoder.end() ?? '';
}

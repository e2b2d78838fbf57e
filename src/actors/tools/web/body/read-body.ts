import { decompress } from './decompress.js';

// Longer than any page that people read; a thousand pages of a book. Units: bytes, after decompression.
const MAX_BODY_BYTES = 5 * 1024 * 1024;

/** The beginning of a body, or all of it. */
export interface Body {
  readonly bytes: Uint8Array;
  /** Whether there was more than is read. */
  readonly isCut: boolean;
}

/**
 * Reads a body, at most 5 MB of it: packed and unpacked. `onPiece` is called with each piece that comes from the server.
 * Leaves the source as soon as it has enough. Errors: those of the source and of `zlib`.
 */
export async function readBody(
  source: AsyncIterable<Uint8Array>,
  coding: string,
  onPiece: () => void,
): Promise<Body> {
  const packed = { isCut: false };
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const piece of decompress(limit(source, packed, onPiece), coding)) {
      pieces.push(piece);
      bytes += piece.length;
      if (bytes > MAX_BODY_BYTES)
        return { bytes: Buffer.concat(pieces).subarray(0, MAX_BODY_BYTES), isCut: true };
    }
  } catch (error) {
    // The end of what is packed is missing where it was not read.
    if (!packed.isCut) throw error;
  }
  return { bytes: Buffer.concat(pieces), isCut: packed.isCut };
}

/** The source up to the limit: a body may be packed so that nothing ever comes out. */
async function* limit(
  source: AsyncIterable<Uint8Array>,
  packed: { isCut: boolean },
  onPiece: () => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of source) {
    onPiece();
    const room = MAX_BODY_BYTES - bytes;
    bytes += piece.length;
    if (piece.length > room) {
      packed.isCut = true;
      yield piece.subarray(0, room);
      return;
    }
    yield piece;
  }
}

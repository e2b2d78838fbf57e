import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';

/** What a request says about the forms in which its answer may come. */
export const ACCEPTED_CODINGS = 'gzip, br';

/** Whether an answer in this form can be read. Shape: the value of `content-encoding`. */
export function isKnownCoding(coding: string): boolean {
  return coding === '' || coding === 'identity' || DECODERS.has(coding);
}

/**
 * The bytes behind a coding, piece by piece, no more than the reader asks for: what is left unread is never unpacked.
 * Leaving the loop ends the source. Errors: those of the source and of `zlib`.
 */
export async function* decompress(
  source: AsyncIterable<Uint8Array>,
  coding: string,
): AsyncGenerator<Uint8Array> {
  const create = DECODERS.get(coding);
  if (create === undefined) {
    yield* source;
    return;
  }
  const decoder = create();
  const ended = new Promise<void>((resolve) => {
    // What goes wrong is thrown where the decoder is read.
    pipeline(source, decoder, () => {
      resolve();
    });
  });
  try {
    for await (const piece of decoder) yield piece as Uint8Array;
  } finally {
    decoder.destroy();
    await ended;
  }
}

const DECODERS = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
]);

import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { readThrough } from '../../../runtime/streams/read-through.js';

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
export function decompress(source: AsyncIterable<Uint8Array>, coding: string): AsyncIterable<Uint8Array> {
  const create = DECODERS.get(coding);
  return create === undefined ? source : readThrough(source, create());
}

const DECODERS = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['br', createBrotliDecompress],
]);

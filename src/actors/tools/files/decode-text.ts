import { isUtf8 } from 'node:buffer';
import { decodeBytes, decodePieces } from '../edit/text/decode-bytes.js';
import { detectEncoding, type FoundEncoding, sniffBom } from '../edit/text/detect-encoding.js';
import { yieldToEventLoop } from '../../runtime/abort.js';
import { runCooperatively } from '../../runtime/slices.js';

/** How to decode the bytes of a text file. */
export interface TextFormat extends FoundEncoding {
  /** Whether all bytes are valid in this encoding; invalid ones are decoded to `�`. */
  readonly isValid: boolean;
}

// git looks for a NUL in as many bytes to tell binary from text.
const SNIFFED_BYTES = 8_000;
// Verifying a guess requires decoding all bytes, which takes too long for more than this.
const MAX_GUESSED_BYTES = 2 * 1024 * 1024;

/**
 * How to decode these bytes as text, or `undefined` when they are binary: a NUL stands near the start.
 * Errors: the signal's reason.
 */
export async function detectTextFormat(
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<TextFormat | undefined> {
  const found = sniffBom(bytes);
  if (decodeBytes(bytes.subarray(0, SNIFFED_BYTES), found.encoding).includes('\0')) return undefined;
  if (found.encoding !== 'utf-8') return { ...found, isValid: bytes.length % 2 === 0 };
  if (isUtf8(bytes)) return { ...found, isValid: true };
  const guess =
    bytes.length > MAX_GUESSED_BYTES
      ? 'unknown encoding'
      : await runCooperatively(detectEncoding(bytes), signal);
  return typeof guess === 'string' ? { ...found, isValid: false } : { ...guess, isValid: true };
}

/**
 * The text without its BOM, piece by piece. Yields to the event loop between two pieces.
 * Errors: the signal's reason.
 */
export async function* decodeText(
  bytes: Uint8Array,
  { encoding, bomBytes }: TextFormat,
  signal: AbortSignal,
): AsyncGenerator<string> {
  for (const piece of decodePieces(bytes.subarray(bomBytes), encoding)) {
    signal.throwIfAborted();
    yield piece;
    await yieldToEventLoop();
  }
}

import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import iconv from 'iconv-lite';
import { detectEncoding } from '../edit/text/detect-encoding.js';
import { runCooperatively } from '../../runtime/slices.js';

/** How to decode the bytes of a text file. */
export interface TextFormat {
  /** `utf-8`, `utf-16le`, `utf-16be`, or as `iconv-lite` names it. */
  readonly encoding: string;
  readonly hasBom: boolean;
  /** Whether all bytes are valid in this encoding; invalid ones are decoded to `�`. */
  readonly isValid: boolean;
}

// git looks for a NUL in as many bytes to tell binary from text.
const SNIFFED_BYTES = 8_000;
// Decoding and counting this many bytes takes about 1 ms, an eighth of what the host thread may spend at once.
const BYTES_PER_SLICE = 256 * 1024;
// Verifying a guess requires decoding all bytes, which takes too long for more than this.
const MAX_GUESSED_BYTES = 2 * 1024 * 1024;
const UNICODE: ReadonlySet<string> = new Set(['utf-8', 'utf-16le', 'utf-16be']);

/**
 * How to decode these bytes as text, or `undefined` when they are binary: a NUL stands near the start.
 * Errors: the signal's reason.
 */
export async function detectTextFormat(
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<TextFormat | undefined> {
  const { encoding, hasBom } = sniffBom(bytes);
  const start = new TextDecoder(encoding).decode(bytes.subarray(0, SNIFFED_BYTES));
  if (start.includes('\0')) return undefined;
  if (encoding !== 'utf-8') return { encoding, hasBom, isValid: bytes.length % 2 === 0 };
  if (isUtf8(bytes)) return { encoding, hasBom, isValid: true };
  const guess =
    bytes.length > MAX_GUESSED_BYTES
      ? 'unknown encoding'
      : await runCooperatively(detectEncoding(bytes), signal);
  if (typeof guess === 'string') return { encoding, hasBom, isValid: false };
  return { encoding: guess.encoding, hasBom: false, isValid: true };
}

function sniffBom([first, second, third]: Uint8Array): Pick<TextFormat, 'encoding' | 'hasBom'> {
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', hasBom: true };
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', hasBom: true };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', hasBom: true };
  return { encoding: 'utf-8', hasBom: false };
}

/**
 * The text without its BOM, piece by piece. Yields to the event loop between two pieces.
 * Errors: the signal's reason.
 */
export async function* decodeText(
  bytes: Uint8Array,
  { encoding }: TextFormat,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const decoder = UNICODE.has(encoding) ? createUnicodeDecoder(encoding) : iconv.getDecoder(encoding);
  for (let at = 0; at < bytes.length; at += BYTES_PER_SLICE) {
    if (at > 0) await nextTurn();
    signal.throwIfAborted();
    yield decoder.write(
      Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.min(BYTES_PER_SLICE, bytes.length - at)),
    );
  }
  yield decoder.end() ?? '';
}

/** A decoder that ignores BOMs, with the interface of iconv's decoders. */
function createUnicodeDecoder(encoding: string): { write(bytes: Buffer): string; end(): string } {
  const decoder = new TextDecoder(encoding);
  return { write: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() };
}

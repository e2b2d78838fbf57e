import { TextDecoder } from 'node:util';
import { yieldToEventLoop } from '../../../runtime/abort.js';
import { decodeText, detectTextFormat } from '../../files/decode-text.js';

// As many bytes as browsers look through for the name of the encoding. Source: WHATWG HTML, "prescan a byte stream".
const PRESCAN_BYTES = 1024;

// git looks for a NUL in as many bytes to tell binary from text.
const SNIFFED_BYTES = 8_000;

// A slice is decoded in well under a millisecond. Units: bytes.
const SLICE_BYTES = 64 * 1024;

/** A text in pieces; each call reads it from its beginning. */
export type ReadText = (signal: AbortSignal) => AsyncIterable<string>;

/**
 * How to read bytes of the web as text: by their own mark (BOM), else in the encoding that the server or the page names,
 * else in the one that they look like. `undefined` when they are binary. Errors: the signal's reason.
 */
export async function decodePage(
  bytes: Uint8Array,
  { charset, isHtml }: { readonly charset: string | undefined; readonly isHtml: boolean },
  signal: AbortSignal,
): Promise<ReadText | undefined> {
  const named = charset ?? (isHtml ? findMetaCharset(bytes) : undefined);
  const decoder = hasMark(bytes) || named === undefined ? undefined : createDecoder(named);
  if (decoder !== undefined) {
    if (decoder.decode(bytes.subarray(0, SNIFFED_BYTES)).includes('\0')) return undefined;
    return (reading) => decodeNamed(bytes, decoder.encoding, reading);
  }
  const format = await detectTextFormat(bytes, signal);
  return format === undefined ? undefined : (reading) => decodeText(bytes, format, reading);
}

async function* decodeNamed(
  bytes: Uint8Array,
  encoding: string,
  signal: AbortSignal,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) {
    signal.throwIfAborted();
    yield decoder.decode(bytes.subarray(at, at + SLICE_BYTES), { stream: true });
    await yieldToEventLoop();
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

/** The decoder of an encoding by any of its names on the web; `undefined` for an unknown one. */
function createDecoder(name: string): TextDecoder | undefined {
  try {
    return new TextDecoder(name);
  } catch {
    return undefined;
  }
}

function hasMark([a, b, c]: Uint8Array): boolean {
  return (a === 0xef && b === 0xbb && c === 0xbf) || (a === 0xfe && b === 0xff) || (a === 0xff && b === 0xfe);
}

/** The encoding that a page names itself. A page that can be read like this is in none of two bytes. */
function findMetaCharset(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, PRESCAN_BYTES)).toString('latin1');
  const name = /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(start)?.[1];
  return name !== undefined && /^utf-?16/i.test(name) ? 'utf-8' : name;
}

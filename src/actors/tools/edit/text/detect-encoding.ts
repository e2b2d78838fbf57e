import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import { decodePieces } from './decode-bytes.js';

/** Why bytes cannot be read as a text file. */
export type TextFileProblem = 'binary' | 'unknown encoding';

/** How to read the bytes of a text file. */
export interface FoundEncoding {
  /** As `iconv-lite` names it. */
  readonly encoding: string;
  readonly bomBytes: number;
}

// git looks for a NUL in as many bytes to tell binary from text.
const SNIFFED_BYTES = 8_000;
// A guess from this many bytes of lines with non-ASCII letters takes some four milliseconds.
const GUESSED_BYTES = 8 * 1024;
// Scanning this many bytes takes a fraction of a millisecond.
const SCANNED_BYTES = 256 * 1024;
// Below this confidence the guess is one of several encodings that fit equally well.
const MIN_CONFIDENCE = 20;

// A few words decide between these two, and code has few; the western one is far more common.
const WESTERN = 'windows-1252';
const CENTRAL_EUROPEAN: ReadonlySet<string> = new Set(['iso-8859-2', 'windows-1250']);
const MIN_WESTERN_SHARE = 0.6;

// Encodings in which the byte of a line feed has no other meaning.
const GUESSES: Readonly<Record<string, string>> = {
  GB18030: 'gb18030',
  Big5: 'big5',
  Shift_JIS: 'shift_jis',
  'EUC-JP': 'euc-jp',
  'EUC-KR': 'euc-kr',
  'ISO-8859-1': 'windows-1252',
  'windows-1252': 'windows-1252',
  'ISO-8859-2': 'iso-8859-2',
  'windows-1250': 'windows-1250',
  'windows-1251': 'windows-1251',
  'KOI8-R': 'koi8-r',
};

const LINE_FEED = 0x0a;
const FIRST_NOT_ASCII = 0x80;

/** The encoding of a text file and the length of its BOM; or why the file is not text. Yields now and then. */
export function* detectEncoding(bytes: Uint8Array): Generator<void, FoundEncoding | TextFileProblem> {
  const found = sniffBom(bytes);
  if (found.encoding !== 'utf-8') return bytes.length % 2 === 0 ? found : 'unknown encoding';
  if (bytes.subarray(0, SNIFFED_BYTES).includes(0)) return 'binary';
  if (isUtf8(bytes)) return found;
  return found.bomBytes > 0 ? 'unknown encoding' : yield* guessEncoding(bytes);
}

/** The encoding that a BOM names, and the length of the BOM; UTF-8 for bytes without one. */
export function sniffBom([first, second, third]: Uint8Array): FoundEncoding {
  if (first === 0xef && second === 0xbb && third === 0xbf) return { encoding: 'utf-8', bomBytes: 3 };
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', bomBytes: 2 };
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', bomBytes: 2 };
  return { encoding: 'utf-8', bomBytes: 0 };
}

/** A guess that decodes every byte, and to letters: control characters indicate another encoding. */
function* guessEncoding(bytes: Uint8Array): Generator<void, FoundEncoding | TextFileProblem> {
  const sample = yield* sampleLetters(bytes);
  const guesses = analyse(sample).flatMap(({ name, confidence }) => {
    const encoding = GUESSES[name];
    return encoding !== undefined && confidence >= MIN_CONFIDENCE ? [{ encoding, confidence }] : [];
  });
  yield;
  for (const { encoding, confidence } of guesses) {
    if (!(yield* isText(bytes, encoding))) continue;
    const western = guesses.find((guess) => guess.encoding === WESTERN);
    const isWestern =
      CENTRAL_EUROPEAN.has(encoding) &&
      western !== undefined &&
      western.confidence >= confidence * MIN_WESTERN_SHARE &&
      (yield* isText(bytes, WESTERN));
    return { encoding: isWestern ? WESTERN : encoding, bomBytes: 0 };
  }
  return 'unknown encoding';
}

/** The bytes to guess from: all of a small file; of a large one the first lines with non-ASCII characters. */
function* sampleLetters(bytes: Uint8Array): Generator<void, Uint8Array> {
  if (bytes.length <= GUESSED_BYTES)
    return bytes.subarray(bytes.findIndex((byte) => byte >= FIRST_NOT_ASCII));
  const lines: Uint8Array[] = [];
  let size = 0;
  let scanned = 0;
  for (let at = 0; at < bytes.length && size < GUESSED_BYTES; at++) {
    if (at - scanned >= SCANNED_BYTES) {
      scanned = at;
      yield;
    }
    if ((bytes[at] ?? 0) < FIRST_NOT_ASCII) continue;
    const start = Math.max(bytes.lastIndexOf(LINE_FEED, at) + 1, at - GUESSED_BYTES);
    const feed = bytes.indexOf(LINE_FEED, at);
    const end = Math.min(feed === -1 ? bytes.length : feed + 1, at + GUESSED_BYTES);
    lines.push(bytes.subarray(start, end));
    size += end - start;
    at = end - 1;
  }
  return Buffer.concat(lines);
}

function* isText(bytes: Uint8Array, encoding: string): Generator<void, boolean> {
  for (const piece of decodePieces(bytes, encoding)) {
    if (/[\uFFFD\u0080-\u009F]/.test(piece)) return false;
    yield;
  }
  return true;
}

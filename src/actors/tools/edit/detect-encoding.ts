import { isUtf8 } from 'node:buffer';
import { analyse } from 'chardet';
import { decodeBytes } from './decode-bytes.js';

/** What keeps bytes from being a text file. */
export type TextFileProblem = 'binary' | 'unknown encoding';

/** How the bytes of a text file are to be read. */
export interface FoundEncoding {
  /** As `iconv-lite` names it. */
  readonly encoding: string;
  readonly bomBytes: number;
}

// git looks for a NUL in as many bytes to tell binary from text.
const SNIFFED_BYTES = 8_000;
// As much as a guess needs, from the first letter on that is not ASCII.
const GUESSED_BYTES = 64 * 1024;
// Below this the guess names one of several encodings that would all do.
const MIN_CONFIDENCE = 20;

// A few words decide between these, and code has few; the western one is by far the more common.
const WESTERN = 'windows-1252';
const CENTRAL_EUROPEAN: ReadonlySet<string> = new Set(['iso-8859-2', 'windows-1250']);
const MIN_WESTERN_SHARE = 0.6;

// Encodings in which the byte of a line feed is nothing else.
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

/** The encoding of a text file, and how long its BOM is; what is wrong with the file when it is no text. */
export function detectEncoding(bytes: Uint8Array): FoundEncoding | TextFileProblem {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return wide(bytes, 'utf-16le');
  if (first === 0xfe && second === 0xff) return wide(bytes, 'utf-16be');
  const bomBytes = first === 0xef && second === 0xbb && third === 0xbf ? 3 : 0;
  if (bytes.subarray(0, SNIFFED_BYTES).includes(0)) return 'binary';
  if (isUtf8(bytes)) return { encoding: 'utf-8', bomBytes };
  return bomBytes > 0 ? 'unknown encoding' : guessEncoding(bytes);
}

function wide(bytes: Uint8Array, encoding: string): FoundEncoding | TextFileProblem {
  return bytes.length % 2 === 0 ? { encoding, bomBytes: 2 } : 'unknown encoding';
}

/** A guess that decodes everything, and into letters: what gives control characters is another encoding. */
function guessEncoding(bytes: Uint8Array): FoundEncoding | TextFileProblem {
  const firstLetter = bytes.findIndex((byte) => byte >= 0x80);
  const guesses = analyse(bytes.subarray(firstLetter, firstLetter + GUESSED_BYTES)).flatMap(
    ({ name, confidence }) => {
      const encoding = GUESSES[name];
      const isLikely = encoding !== undefined && confidence >= MIN_CONFIDENCE;
      const isText = isLikely && !/[\uFFFD\u0080-\u009F]/.test(decodeBytes(bytes, encoding));
      return isText ? [{ encoding, confidence }] : [];
    },
  );
  const [best] = guesses;
  if (best === undefined) return 'unknown encoding';
  const western = guesses.find(({ encoding }) => encoding === WESTERN);
  const isWestern =
    CENTRAL_EUROPEAN.has(best.encoding) &&
    western !== undefined &&
    western.confidence >= best.confidence * MIN_WESTERN_SHARE;
  return { encoding: isWestern ? WESTERN : best.encoding, bomBytes: 0 };
}

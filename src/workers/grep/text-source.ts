import { readSync } from 'node:fs';

/** Fills `into` with UTF-8, completely unless the content ends, and returns the number of bytes written. */
export type TextSource = (into: Buffer) => number;

/** The encoding of a file, judged by its first bytes. */
type TextKind = 'utf-8' | 'utf-8 with mark' | 'utf-16le' | 'utf-16be' | 'binary';

// As in git, a text file has no NUL near its start. `BinaryCutoff` finds later ones.
const SNIFFED_BYTES = 8192;
export const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
// Large enough that decoding takes the time and not the system calls.
const DECODED_BYTES = 1 << 16;

/** Whether a file that starts with `head` is UTF-16. */
export function isUtf16(head: Buffer): boolean {
  return (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
}

/** The kind of a file whose first bytes are `head`. */
export function sniffText(head: Buffer): TextKind {
  if (isUtf16(head)) return head[0] === 0xff ? 'utf-16le' : 'utf-16be';
  if (head.subarray(0, SNIFFED_BYTES).includes(0)) return 'binary';
  return head.subarray(0, UTF8_MARK.length).equals(UTF8_MARK) ? 'utf-8 with mark' : 'utf-8';
}

/** Reads the text of an open file from its beginning, without its byte order mark. */
export function textSource(fd: number, kind: Exclude<TextKind, 'binary'>): TextSource {
  switch (kind) {
    case 'utf-8':
      return rawSource(fd, 0);
    case 'utf-8 with mark':
      return rawSource(fd, UTF8_MARK.length);
    default:
      return utf16Source(fd, kind);
  }
}

// A read of a regular file is short only at its end, so nearly every file needs a single read.
function rawSource(fd: number, start: number): TextSource {
  let position = start;
  return (into) => {
    const count = readSync(fd, into, 0, into.length, position);
    position += count;
    return count;
  };
}

function utf16Source(fd: number, encoding: 'utf-16le' | 'utf-16be'): TextSource {
  const decoder = new TextDecoder(encoding);
  const raw = Buffer.allocUnsafe(DECODED_BYTES);
  const fill = rawSource(fd, 0);
  let pending: Buffer = Buffer.alloc(0);
  let hasEnded = false;
  return (into) => {
    let written = 0;
    while (written < into.length && !(hasEnded && pending.length === 0)) {
      if (pending.length === 0) {
        const count = fill(raw);
        hasEnded = count < raw.length;
        pending = Buffer.from(decoder.decode(raw.subarray(0, count), { stream: !hasEnded }), 'utf8');
      }
      const copied = pending.copy(into, written);
      pending = pending.subarray(copied);
      written += copied;
    }
    return written;
  };
}

import { crc32 } from 'node:zlib';
import type { ThreadId } from '../../../../actors/protocol/thread.js';
import { checksumOf, type FrameKind, MAGIC, MAX_HEAD_BYTES, readFrameHead } from './frame.js';

const LINE_END = 0x0a;

// Far more than a block has, which is compressed from a quarter of it. A longer one is a damaged head. Units: bytes.
const MAX_BLOCK_BYTES = 1024 * 1024;

// The shortest frame: a head with one digit for each number, no payload, a line end. Units: bytes.
const MIN_FRAME_BYTES = 18;

/** A valid frame. */
export interface LogFrame {
  readonly kind: 'frame';
  readonly number: number;
  readonly payload: Buffer;
}

/** Bytes that are no valid frame. */
export interface Gap {
  readonly kind: 'gap';
  readonly bytes: number;
  /** Whether they are the beginning of one frame, at the end of the file. */
  readonly isTorn: boolean;
  /** The highest number that damaged heads among them name. Absent where they name none, or more may have been there. */
  readonly number?: number;
}

type Attempt =
  | { readonly state: 'valid'; readonly frame: LogFrame; readonly end: number }
  | { readonly state: 'short'; readonly needed: number; readonly number?: number }
  /** `length`: how long the frame would be with its line end. */
  | { readonly state: 'invalid'; readonly number?: number; readonly length?: number };

/** Bytes that were skipped in search of the next frame. */
interface Skipped {
  bytes: number;
  number?: number;
  /** The bytes up to the end of the frame with that number. */
  numberedBytes: number;
  /** Whether the first of them begin a frame that the end of the file may have cut off. */
  mayBeTorn: boolean;
}

/**
 * Finds the valid frames in the bytes of a file, wherever they are, and what is between them. Frames are sought behind
 * every magic that no valid frame contains, so that damage costs only the frames that it touches.
 */
export class FrameScanner {
  readonly #kind: FrameKind;
  readonly #thread: ThreadId;
  readonly #magic: string;
  /** What was not yet looked at, or ends before its frame does. */
  #chunks: Buffer[] = [];
  #size = 0;
  /** So many bytes must be there before another look is worth it. */
  #needed = 0;
  #skipped: Skipped | undefined;
  #last = -1;

  constructor(kind: FrameKind, thread: ThreadId) {
    this.#kind = kind;
    this.#thread = thread;
    this.#magic = MAGIC[kind];
  }

  /** What more bytes of the file complete. */
  *push(chunk: Buffer): Iterable<LogFrame | Gap> {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    // A record ends with the first line end: what comes behind it is no part of it, whatever length its head names.
    const hasEnd = this.#kind === 'record' && chunk.includes(LINE_END);
    if (this.#size >= this.#needed || hasEnd) yield* this.#scan(false);
  }

  /** The rest, when the bytes end here: with the file, or before a part of it that was lost. */
  *end(): Iterable<LogFrame | Gap> {
    yield* this.#scan(true);
    if (this.#skipped !== undefined) yield this.#takeGap(true);
    this.#needed = 0;
  }

  *#scan(isEnd: boolean): Iterable<LogFrame | Gap> {
    const bytes = this.#chunks.length === 1 ? (this.#chunks[0] as Buffer) : Buffer.concat(this.#chunks);
    let at = 0;
    let needed = 1;
    while (at < bytes.length) {
      const attempt = this.#attempt(bytes, at, isEnd);
      if (attempt.state === 'valid') {
        if (this.#skipped !== undefined) yield this.#takeGap(false);
        this.#last = Math.max(this.#last, attempt.frame.number);
        yield attempt.frame;
        at = attempt.end;
        continue;
      }
      if (attempt.state === 'short' && !isEnd) {
        needed = attempt.needed;
        break;
      }
      const next = bytes.indexOf(this.#magic, at + 1);
      // The last bytes may be the beginning of a magic.
      const to = next !== -1 ? next : isEnd ? bytes.length : Math.max(at + 1, bytes.length - 3);
      this.#skip(to - at, attempt);
      at = to;
    }
    this.#chunks = at < bytes.length ? [bytes.subarray(at)] : [];
    this.#size = bytes.length - at;
    this.#needed = needed;
  }

  #skip(bytes: number, attempt: Exclude<Attempt, { state: 'valid' }>): void {
    this.#skipped ??= { bytes: 0, numberedBytes: 0, mayBeTorn: attempt.state === 'short' };
    const before = this.#skipped.bytes;
    this.#skipped.bytes += bytes;
    const { number } = attempt;
    if (number === undefined) return;
    // No more frames than fit are missing: a number beyond that is damaged itself.
    const isPlausible =
      number > Math.max(this.#last, this.#skipped.number ?? -1) &&
      number - this.#last <= 1 + this.#skipped.bytes / MIN_FRAME_BYTES;
    if (!isPlausible) return;
    this.#skipped.number = number;
    this.#skipped.numberedBytes =
      attempt.state === 'short' ? Infinity : before + (attempt.length ?? Infinity);
  }

  #takeGap(isEnd: boolean): Gap {
    const { bytes = 0, number, numberedBytes = 0, mayBeTorn = false } = this.#skipped ?? {};
    this.#skipped = undefined;
    const hasAll = number !== undefined && numberedBytes >= bytes;
    return { kind: 'gap', bytes, isTorn: isEnd && mayBeTorn, ...(hasAll ? { number } : {}) };
  }

  #attempt(bytes: Buffer, at: number, isEnd: boolean): Attempt {
    const found = readFrameHead(this.#kind, bytes, at);
    if (found === undefined) {
      const isCut = bytes.length - at < MAX_HEAD_BYTES && this.#mayBegin(bytes.toString('latin1', at));
      return isCut ? { state: 'short', needed: bytes.length - at + 1 } : { state: 'invalid' };
    }
    const { head, start } = found;
    const { number, length } = head;
    const end = start + length;
    if (this.#kind === 'block') {
      if (length > MAX_BLOCK_BYTES) return { state: 'invalid' };
    } else {
      const lineEnd = bytes.indexOf(LINE_END, start);
      if (lineEnd !== -1 && lineEnd < end) return { state: 'invalid', number, length: lineEnd + 1 - at };
    }
    if (end > bytes.length || (end === bytes.length && !isEnd))
      return { state: 'short', needed: end + 1 - at, number };
    const payload = bytes.subarray(start, end);
    if (checksumOf(this.#thread, number, length, crc32(payload)) !== head.checksum)
      return { state: 'invalid', number, length: end + 1 - at };
    const hasLineEnd = bytes[end] === LINE_END;
    return { state: 'valid', frame: { kind: 'frame', number, payload }, end: hasLineEnd ? end + 1 : end };
  }

  /** Whether more bytes could make a head of this text. */
  #mayBegin(text: string): boolean {
    const { length } = this.#magic;
    if (text.length < length) return this.#magic.startsWith(text);
    return text.startsWith(this.#magic) && /^[\d ]*[0-9a-f]*$/.test(text.slice(length));
  }
}

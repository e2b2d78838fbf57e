import { closeSync, constants, openSync, readSync } from 'node:fs';
import { skipLinesBack, countLines, skipLines } from './byte-lines.js';
import { isUtf16, sniffText, type TextSource, textSource, UTF8_MARK } from './text-source.js';

/** A run of whole lines of a text file. */
export interface TextBlock {
  /** Shape: UTF-8. Valid until the next block is read. */
  readonly bytes: Buffer;
  /** The start of `bytes` in the text of the file. */
  readonly offset: number;
  /** The number of the first line to search in this block. Counted from 1. */
  readonly firstLine: number;
  /** The number of lines at the start that belong to the previous block: context of the lines after them. */
  readonly linesBefore: number;
  /** The number of lines at the end that belong to the next block: context of the lines before them. */
  readonly linesAfter: number;
}

export interface TextBlockSizes {
  /** The size of the first read. */
  readonly startBytes: number;
  /** A larger file is split into several blocks. */
  readonly blockBytes: number;
  /** The limit for a line together with its context. */
  readonly maxBytes: number;
}

export const TEXT_BLOCK_SIZES: TextBlockSizes = {
  // Nearly every source file fits, and a thread may keep that much memory permanently.
  startBytes: 1 << 20,
  // As fast as larger blocks, and a dozen threads in large files still take only 200 MB.
  blockBytes: 16 << 20,
  // Half of the longest string that JavaScript can hold.
  maxBytes: 256 << 20,
};

const NEWLINE = 0x0a;
// Links are not followed, so that nothing outside the root is read; opening a pipe does not block.
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Reads text files, one after the other, into one buffer. */
export class TextBlocks {
  readonly #sizes: TextBlockSizes;
  readonly #start: Buffer;
  /** Larger than the initial buffer while large files are read. */
  #buffer: Buffer;

  /** `start` is the initial buffer, of `startBytes`. */
  constructor(
    sizes: TextBlockSizes = TEXT_BLOCK_SIZES,
    start: Buffer = Buffer.allocUnsafeSlow(sizes.startBytes),
  ) {
    this.#sizes = sizes;
    this.#start = start;
    this.#buffer = start;
  }

  /**
   * The text of a file as blocks, in order, as UTF-8 without a byte order mark; nothing when there is a NUL near its
   * start, or when the file fits the first read and `isRelevant` returns false for its bytes. Detects UTF-16 by its
   * byte order mark.
   * Errors: those of `fs`, with their `code`; `RangeError` when a line is larger than `maxBytes`.
   */
  read(
    path: string,
    contextLines: number,
    isRelevant: (bytes: Buffer) => boolean = () => true,
  ): Iterable<TextBlock> {
    const filled = this.#readStart(path);
    const bytes = this.#start.subarray(0, filled);
    if (filled === this.#start.length || isUtf16(bytes)) return this.#readInParts(path, contextLines);
    // Checked first, because it rejects most files, and then their kind does not matter.
    if (!isRelevant(bytes)) return [];
    return textBlocksOf(bytes);
  }

  /** Releases the memory that large files needed. */
  shrink(): void {
    this.#buffer = this.#start;
  }

  #readStart(path: string): number {
    const fd = openSync(path, OPEN_FLAGS);
    try {
      return readSync(fd, this.#start, 0, this.#start.length, 0);
    } finally {
      closeSync(fd);
    }
  }

  *#readInParts(path: string, contextLines: number): Generator<TextBlock, void, undefined> {
    const fd = openSync(path, OPEN_FLAGS);
    try {
      let source = textSource(fd, 'utf-8');
      let filled = source(this.#buffer);
      const kind = sniffText(this.#buffer.subarray(0, filled));
      if (kind === 'binary') return;
      if (kind !== 'utf-8') {
        source = textSource(fd, kind);
        filled = source(this.#buffer);
      }
      yield* this.#cut(source, filled, contextLines);
    } finally {
      closeSync(fd);
    }
  }

  *#cut(
    source: TextSource,
    firstFilled: number,
    contextLines: number,
  ): Generator<TextBlock, void, undefined> {
    let filled = firstFilled;
    let offset = 0;
    let firstLine = 1;
    let linesBefore = 0;
    while (filled === this.#buffer.length) {
      const searchStart = skipLines(this.#buffer, linesBefore);
      const wholeEnd = this.#buffer.lastIndexOf(NEWLINE) + 1;
      const searchEnd = skipLinesBack(this.#buffer, wholeEnd, contextLines);
      if (filled < this.#sizes.blockBytes || searchEnd <= searchStart) {
        this.#grow();
      } else {
        yield {
          bytes: this.#buffer.subarray(0, wholeEnd),
          offset,
          firstLine,
          linesBefore,
          linesAfter: contextLines,
        };
        const kept = skipLinesBack(this.#buffer, searchEnd, contextLines);
        firstLine += countLines(this.#buffer, searchStart, searchEnd);
        linesBefore = countLines(this.#buffer, kept, searchEnd);
        this.#buffer.copyWithin(0, kept);
        filled -= kept;
        offset += kept;
      }
      filled += source(this.#buffer.subarray(filled));
    }
    yield {
      bytes: this.#buffer.subarray(0, filled),
      offset,
      firstLine,
      linesBefore,
      linesAfter: 0,
    };
  }

  #grow(): void {
    const { length } = this.#buffer;
    if (length >= this.#sizes.maxBytes) {
      throw new RangeError(`a line is longer than ${String(this.#sizes.maxBytes)} bytes`);
    }
    const larger = Buffer.allocUnsafeSlow(Math.min(length * 2, this.#sizes.maxBytes));
    this.#buffer.copy(larger);
    this.#buffer = larger;
  }
}

/**
 * A content in memory as one block without a byte order mark; nothing when there is a NUL near its start.
 * Shape: UTF-8.
 */
export function textBlocksOf(bytes: Buffer): readonly TextBlock[] {
  const kind = sniffText(bytes);
  if (kind === 'binary') return [];
  const text = kind === 'utf-8' ? bytes : bytes.subarray(UTF8_MARK.length);
  return [{ bytes: text, offset: 0, firstLine: 1, linesBefore: 0, linesAfter: 0 }];
}

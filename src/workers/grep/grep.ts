import { isAscii } from 'node:buffer';
import type { GrepMatch } from '../../actors/protocol/workspace.js';
import { isGivenUp } from '../regex/automaton.js';
import { skipLinesBack, countLines, endOfLine, skipLines, startOfLine } from './byte-lines.js';
import type { LineMatcher } from './line-matcher.js';
import { chooseExcerpts, excerptLine } from './excerpt-line.js';
import { BinaryCutoff } from './binary-cutoff.js';
import { type TextBlock, type TextBlocks, textBlocksOf } from './text-blocks.js';

/** A matching line without its file. */
export type LineMatch = Omit<GrepMatch, 'root' | 'path'>;

export interface LineSearch {
  readonly matcher: LineMatcher;
  readonly contextLines: number;
  /** Default 10,000. Units: UTF-16 units. */
  readonly maxLineChars?: number;
  /** Called with the number of a line on which the pattern takes too long: it may match or not. */
  readonly onGivenUp: (line: number) => void;
}

const CARRIAGE_RETURN = 0x0d;
// Minified files have lines of megabytes, of which nobody reads more than this.
export const MAX_LINE_CHARS = 10_000;

/**
 * The matching lines of a file, in order. Bytes that are not valid UTF-8 are shown as U+FFFD; a binary file is
 * searched only as far as `BinaryCutoff` says.
 * Shape: a line longer than `maxLineChars` is cut as `excerptLine` says; `column` counts from the start of the uncut line.
 * Errors: those of `TextBlocks.read`.
 */
export function grepFile(path: string, search: LineSearch, blocks: TextBlocks): Iterable<LineMatch> {
  const { matcher, contextLines } = search;
  return grepBlocks(
    blocks.read(path, contextLines, (bytes) => matcher.mayMatch(bytes)),
    search,
  );
}

/** The matching lines of a content in memory. Shape: UTF-8. Errors: `RangeError` when a line exceeds a string. */
export function grepContent(
  { buffer, byteOffset, length }: Uint8Array,
  search: LineSearch,
): Iterable<LineMatch> {
  return grepBlocks(textBlocksOf(Buffer.from(buffer, byteOffset, length)), search);
}

function* grepBlocks(blocks: Iterable<TextBlock>, search: LineSearch): Generator<LineMatch, void, undefined> {
  const binaryCutoff = new BinaryCutoff();
  for (const block of blocks) {
    const mayMatch = search.matcher.mayMatch(block.bytes);
    const end = binaryCutoff.take(block.bytes, block.offset);
    if (mayMatch) yield* grepBlock(cutBlock(block, end), search);
    if (end < block.bytes.length) return;
  }
}

/** The first `end` bytes of a block, which make it the last block of its file. */
function cutBlock(block: TextBlock, end: number): TextBlock {
  return end === block.bytes.length
    ? block
    : { ...block, bytes: block.bytes.subarray(0, end), linesAfter: 0 };
}

function* grepBlock(
  { bytes, firstLine, linesBefore, linesAfter }: TextBlock,
  { matcher, contextLines, maxLineChars = MAX_LINE_CHARS, onGivenUp }: LineSearch,
): Generator<LineMatch, void, undefined> {
  const lines = new BlockLines(bytes, maxLineChars);
  const first = skipLines(bytes, linesBefore);
  let line = firstLine;
  let counted = first;
  for (const found of matcher.matches(bytes, first, skipLinesBack(bytes, bytes.length, linesAfter))) {
    const start = startOfLine(bytes, isGivenUp(found) ? ~found : found);
    line += countLines(bytes, counted, start);
    counted = start;
    if (isGivenUp(found)) {
      onGivenUp(line);
      continue;
    }
    const text = lines.at(start);
    const starts = text.length <= maxLineChars ? [found] : chooseExcerpts(matcher.starts(bytes, found));
    const indexes = lines.indexesIn(start, starts);
    yield {
      line,
      column: (indexes[0] ?? 0) + 1,
      ...excerptLine(text, indexes, maxLineChars),
      before: lines.before(start, contextLines),
      after: lines.after(start, contextLines),
    };
  }
}

/** Decodes lines of a block, addressed by their start. */
class BlockLines {
  readonly #bytes: Buffer;
  /** Decoding pure ASCII as Latin-1 is faster. */
  readonly #encoding: 'latin1' | 'utf8';

  readonly #maxLineChars: number;

  constructor(bytes: Buffer, maxLineChars: number) {
    this.#bytes = bytes;
    this.#maxLineChars = maxLineChars;
    this.#encoding = isAscii(bytes) ? 'latin1' : 'utf8';
  }

  /** The line that starts at `start`, without its line break. */
  at(start: number): string {
    const bytes = this.#bytes;
    const end = endOfLine(bytes, start);
    const hasReturn = end > start && bytes[end - 1] === CARRIAGE_RETURN;
    return bytes.toString(this.#encoding, start, hasReturn ? end - 1 : end);
  }

  /** Where the characters at ascending places are in the line that starts at `start`. Units: UTF-16 units. */
  indexesIn(start: number, places: readonly number[]): readonly number[] {
    let [from, index] = [start, 0];
    return places.map((place) => {
      index += this.#encoding === 'latin1' ? place - from : this.#bytes.toString('utf8', from, place).length;
      from = place;
      return index;
    });
  }

  /** At most `count` lines before the line at `start`. */
  before(start: number, count: number): readonly string[] {
    const lines: string[] = [];
    let at = skipLinesBack(this.#bytes, start, count);
    for (; at < start; at = endOfLine(this.#bytes, at) + 1)
      lines.push(excerptLine(this.at(at), [], this.#maxLineChars).text);
    return lines;
  }

  /** At most `count` lines after the line at `start`. */
  after(start: number, count: number): readonly string[] {
    const lines: string[] = [];
    let at = start;
    while (lines.length < count) {
      at = endOfLine(this.#bytes, at) + 1;
      if (at >= this.#bytes.length) break;
      lines.push(excerptLine(this.at(at), [], this.#maxLineChars).text);
    }
    return lines;
  }
}

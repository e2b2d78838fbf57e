import { isAscii } from 'node:buffer';
import type { GrepMatch } from '../../actors/protocol/workspace.js';
import { isGivenUp } from '../regex/automaton.js';
import { backLines, countLines, endOfLine, skipLines, startOfLine } from './byte-lines.js';
import type { LineMatcher } from './line-matcher.js';
import { SearchedEnd } from './searched-end.js';
import { type TextBlock, type TextBlocks, wholeText } from './text-blocks.js';

/** A matching line, of a file that is named elsewhere. */
export type LineMatch = Omit<GrepMatch, 'root' | 'path'>;

/** How a file is searched. */
export interface LineSearch {
  readonly matcher: LineMatcher;
  readonly contextLines: number;
  /** Called with the number of a line on which the pattern takes too long: it may match or not. */
  readonly onGivenUp: (line: number) => void;
}

const CARRIAGE_RETURN = 0x0d;
// Minified files have lines of megabytes, of which nobody reads more than this.
const MAX_LINE_CHARS = 10_000;

/**
 * The matching lines of a file, in order. Bytes that are no UTF-8 are shown as U+FFFD; of a binary file only the lines
 * count that `SearchedEnd` leaves.
 * Shape: a line of more than 10,000 UTF-16 units is cut to that many around the start of its first match, a context line
 * to its first 10,000; `column` counts from the start of the whole line.
 * Errors: those of `TextBlocks.read`.
 */
export function grepFile(path: string, search: LineSearch, blocks: TextBlocks): Iterable<LineMatch> {
  const { matcher, contextLines } = search;
  return grepBlocks(
    blocks.read(path, contextLines, (bytes) => matcher.mayMatch(bytes)),
    search,
  );
}

/** The same of a file whose content is at hand. Shape: UTF-8. Errors: `RangeError` when a line is too long for a string. */
export function grepContent(
  { buffer, byteOffset, length }: Uint8Array,
  search: LineSearch,
): Iterable<LineMatch> {
  return grepBlocks(wholeText(Buffer.from(buffer, byteOffset, length)), search);
}

function* grepBlocks(blocks: Iterable<TextBlock>, search: LineSearch): Generator<LineMatch, void, undefined> {
  const searchedEnd = new SearchedEnd();
  for (const block of blocks) {
    const mayMatch = search.matcher.mayMatch(block.bytes);
    const end = searchedEnd.take(block.bytes, block.offset);
    if (mayMatch) yield* grepBlock(cutBlock(block, end), search);
    if (end < block.bytes.length) return;
  }
}

/** The first `end` bytes of a block, which then is the last of its file. */
function cutBlock(block: TextBlock, end: number): TextBlock {
  return end === block.bytes.length
    ? block
    : { ...block, bytes: block.bytes.subarray(0, end), linesAfter: 0 };
}

function* grepBlock(
  { bytes, firstLine, linesBefore, linesAfter }: TextBlock,
  { matcher, contextLines, onGivenUp }: LineSearch,
): Generator<LineMatch, void, undefined> {
  const first = skipLines(bytes, linesBefore);
  let line = firstLine;
  let counted = first;
  for (const found of matcher.matches(bytes, first, backLines(bytes, bytes.length, linesAfter))) {
    const start = startOfLine(bytes, isGivenUp(found) ? ~found : found);
    line += countLines(bytes, counted, start);
    counted = start;
    if (isGivenUp(found)) {
      onGivenUp(line);
      continue;
    }
    const text = lineAt(bytes, start);
    const index = decode(bytes, start, found).length;
    yield {
      line,
      column: index + 1,
      text: cutAround(text, index),
      before: contextBefore(bytes, start, contextLines),
      after: contextAfter(bytes, start, contextLines),
    };
  }
}

function contextBefore(bytes: Buffer, start: number, count: number): readonly string[] {
  const lines: string[] = [];
  for (let at = backLines(bytes, start, count); at < start; at = endOfLine(bytes, at) + 1) {
    lines.push(cutLine(lineAt(bytes, at)));
  }
  return lines;
}

function contextAfter(bytes: Buffer, start: number, count: number): readonly string[] {
  const lines: string[] = [];
  for (let at = endOfLine(bytes, start) + 1; lines.length < count && at < bytes.length;) {
    lines.push(cutLine(lineAt(bytes, at)));
    at = endOfLine(bytes, at) + 1;
  }
  return lines;
}

/** The line that starts at `start`, without its end. */
function lineAt(bytes: Buffer, start: number): string {
  const end = endOfLine(bytes, start);
  return decode(bytes, start, end > start && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end);
}

function decode(bytes: Buffer, start: number, end: number): string {
  const part = bytes.subarray(start, end);
  return part.toString(isAscii(part) ? 'latin1' : 'utf8');
}

/** A line, or the 10,000 units around a place in it. */
export function cutAround(line: string, index: number): string {
  if (line.length <= MAX_LINE_CHARS) return line;
  const start = Math.max(0, Math.min(index - MAX_LINE_CHARS / 2, line.length - MAX_LINE_CHARS));
  return sliceWhole(line, start, start + MAX_LINE_CHARS);
}

/** A line, or its first 10,000 units. */
export function cutLine(line: string): string {
  return line.length <= MAX_LINE_CHARS ? line : sliceWhole(line, 0, MAX_LINE_CHARS);
}

// A cut must not leave half of a surrogate pair.
function sliceWhole(line: string, start: number, end: number): string {
  const isCutBefore = start > 0 && isLowSurrogate(line.charCodeAt(start));
  const isCutAfter = end < line.length && isLowSurrogate(line.charCodeAt(end));
  return line.slice(isCutBefore ? start + 1 : start, isCutAfter ? end - 1 : end);
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

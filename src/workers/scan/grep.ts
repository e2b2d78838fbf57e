import { isAscii } from 'node:buffer';
import type { GrepMatch } from '../../actors/protocol/workspace.js';
import type { LineMatcher, LineSpan } from './line-matcher.js';
import { SearchedEnd } from './searched-end.js';
import { type TextBlock, type TextBlocks, wholeText } from './text-blocks.js';

/** A matching line, of a file that is named elsewhere. */
export type LineMatch = Omit<GrepMatch, 'root' | 'path'>;

// Minified files have lines of megabytes, of which nobody reads more than this.
const MAX_LINE_CHARS = 10_000;

/**
 * The matching lines of a file, in order. Bytes that are no UTF-8 are read as U+FFFD; of a binary file only the lines
 * count that `SearchedEnd` leaves.
 * Shape: a line of more than 10,000 UTF-16 units is cut to that many around its first match, a context line to its
 * first 10,000; `column` counts from the start of the whole line.
 * Errors: those of `TextBlocks.read`.
 */
export function grepFile(
  path: string,
  matcher: LineMatcher,
  contextLines: number,
  blocks: TextBlocks,
): Iterable<LineMatch> {
  return grepBlocks(
    blocks.read(path, contextLines, (bytes) => matcher.mayMatch(bytes)),
    matcher,
    contextLines,
  );
}

/** The same of a file whose content is at hand. Shape: UTF-8. Errors: `RangeError` when it is too long for a string. */
export function grepContent(
  { buffer, byteOffset, length }: Uint8Array,
  matcher: LineMatcher,
  contextLines: number,
): Iterable<LineMatch> {
  return grepBlocks(wholeText(Buffer.from(buffer, byteOffset, length)), matcher, contextLines);
}

function* grepBlocks(
  blocks: Iterable<TextBlock>,
  matcher: LineMatcher,
  contextLines: number,
): Generator<LineMatch, void, undefined> {
  const searchedEnd = new SearchedEnd();
  for (const block of blocks) {
    const mayMatch = matcher.mayMatch(block.bytes);
    const end = searchedEnd.take(block.bytes, block.offset);
    if (mayMatch) yield* grepBlock(cutBlock(block, end), matcher, contextLines);
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
  block: TextBlock,
  matcher: LineMatcher,
  contextLines: number,
): Generator<LineMatch, void, undefined> {
  const text = block.bytes.toString(isAscii(block.bytes) ? 'latin1' : 'utf8');
  const end = backLines(text, text.length, block.linesAfter);
  let line = block.firstLine;
  let from = 0;
  for (let skipped = 0; skipped < block.linesBefore; skipped++) from = endOfLine(text, from) + 1;
  while (from < end) {
    const candidate = matcher.nextCandidate(text, from);
    if (candidate < 0) return;
    const start = startOfLine(text, candidate);
    if (start >= end) return;
    line += countLines(text, from, start);
    const content = lineAt(text, start);
    const span = matcher.matchLine(content);
    if (span !== null) {
      yield {
        line,
        column: span.index + 1,
        text: cutAround(content, span),
        before: contextBefore(text, start, contextLines),
        after: contextAfter(text, start, contextLines),
      };
    }
    from = endOfLine(text, candidate) + 1;
    line++;
  }
}

function contextBefore(text: string, start: number, count: number): readonly string[] {
  const lines: string[] = [];
  for (let at = backLines(text, start, count); at < start; at = endOfLine(text, at) + 1) {
    lines.push(cutLine(lineAt(text, at)));
  }
  return lines;
}

function contextAfter(text: string, start: number, count: number): readonly string[] {
  const lines: string[] = [];
  for (let at = endOfLine(text, start) + 1; lines.length < count && at < text.length;) {
    lines.push(cutLine(lineAt(text, at)));
    at = endOfLine(text, at) + 1;
  }
  return lines;
}

/** The line that starts at `start`, without its end. */
function lineAt(text: string, start: number): string {
  const end = endOfLine(text, start);
  return text.slice(start, end > start && text[end - 1] === '\r' ? end - 1 : end);
}

function startOfLine(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}

/** Where the line that is `count` lines before the line start `at` starts; 0 when there are fewer. */
function backLines(text: string, at: number, count: number): number {
  let start = at;
  for (let line = 0; line < count && start > 0; line++) start = startOfLine(text, start - 1);
  return start;
}

/** How many lines start in `[from, to)`, both of them line starts. */
function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at = endOfLine(text, at) + 1) count++;
  return count;
}

/** A line, or the 10,000 units around its match. */
export function cutAround(line: string, { index, length }: LineSpan): string {
  if (line.length <= MAX_LINE_CHARS) return line;
  const before = Math.max(0, Math.floor((MAX_LINE_CHARS - length) / 2));
  const start = Math.max(0, Math.min(index - before, line.length - MAX_LINE_CHARS));
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

import { findCharBoundary } from './find-char-boundary.js';

/** A page of a range of lines. */
export interface PageRequest {
  /** Counted from 1. */
  readonly startLine: number;
  /** Inclusive; `Infinity` for the last line. */
  readonly endLine: number;
  /** The page of these lines, counted from 1. */
  readonly page: number;
  /** Units: UTF-16 units. A page is one shorter where it would split a character. Minimum 2. */
  readonly pageChars: number;
  /** Called with all text of the range, piece by piece. */
  readonly onWanted?: (text: string) => void;
}

/** A page of a range of lines. */
export interface TextPage {
  /** Line ends are `\n`. */
  readonly text: string;
  /** The line in which the page begins. */
  readonly firstLine: number;
  /** The line in which it ends; before `firstLine` when the page is empty. */
  readonly lastLine: number;
  /** The number of pages of the range. Minimum 1. */
  readonly pages: number;
  /** Lines of the whole text. A last line without a line end counts; an empty line after the last line end does not. */
  readonly totalLines: number;
  /** Units: UTF-16 units of the whole text, line ends as `\n`. */
  readonly totalChars: number;
  readonly lineEnds: 'LF' | 'CRLF' | 'mixed';
  readonly endsWithLineEnd: boolean;
}

/** Extracts one page from a text that arrives in pieces, and stores only that page. */
export class TextPager {
  readonly #request: PageRequest;
  /** The text of the page plus one unit on either side, which shows whether a cut splits a character. */
  readonly #parts: string[] = [];
  readonly #from: number;
  readonly #to: number;
  #heldReturn = '';
  #line = 1;
  #lineFeeds = 0;
  #crlfs = 0;
  #totalChars = 0;
  #wantedChars = 0;
  #linesBeforePage = 0;
  #lastChar = '';

  constructor(request: PageRequest) {
    this.#request = request;
    this.#from = (request.page - 1) * request.pageChars;
    this.#to = request.page * request.pageChars;
  }

  add(piece: string): void {
    let raw = this.#heldReturn + piece;
    // `\r` at the end of a piece may be the first half of a line end.
    this.#heldReturn = raw.endsWith('\r') ? '\r' : '';
    raw = raw.slice(0, raw.length - this.#heldReturn.length);
    const text = raw.replaceAll('\r\n', '\n');
    this.#crlfs += raw.length - text.length;
    this.#scan(text);
  }

  end(): TextPage {
    if (this.#heldReturn !== '') this.#scan(this.#heldReturn);
    const { startLine, pageChars } = this.#request;
    const text = this.#page();
    const firstLine = startLine + this.#linesBeforePage;
    const lineFeeds = countLineFeeds(text);
    const endsWithLineEnd = this.#lastChar === '\n';
    return {
      text,
      firstLine,
      lastLine: firstLine + lineFeeds - (text === '' || text.endsWith('\n') ? 1 : 0),
      pages: Math.max(1, Math.ceil(this.#wantedChars / pageChars)),
      totalLines: this.#lineFeeds + (endsWithLineEnd || this.#totalChars === 0 ? 0 : 1),
      totalChars: this.#totalChars,
      lineEnds: this.#crlfs === 0 ? 'LF' : this.#crlfs === this.#lineFeeds ? 'CRLF' : 'mixed',
      endsWithLineEnd,
    };
  }

  #scan(text: string): void {
    const { startLine, endLine } = this.#request;
    let from = this.#line >= startLine ? 0 : text.length;
    let to = this.#line <= endLine ? text.length : 0;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) {
      this.#line += 1;
      this.#lineFeeds += 1;
      if (this.#line === startLine) from = at + 1;
      if (this.#line === endLine + 1) to = at + 1;
    }
    this.#totalChars += text.length;
    this.#lastChar = text.at(-1) ?? this.#lastChar;
    if (from < to) this.#take(text.slice(from, to));
  }

  /** Keeps the part of the text that belongs to the page. */
  #take(text: string): void {
    this.#request.onWanted?.(text);
    const offset = this.#wantedChars;
    this.#wantedChars += text.length;
    const before = clamp(this.#from - offset, text.length);
    this.#linesBeforePage += countLineFeeds(text.slice(0, before));
    const kept = text.slice(
      clamp(this.#from - 1 - offset, text.length),
      clamp(this.#to + 1 - offset, text.length),
    );
    if (kept !== '') this.#parts.push(kept);
  }

  #page(): string {
    const kept = this.#parts.join('');
    const from = Math.min(this.#from, 1);
    const start = findCharBoundary(kept, from);
    return kept.slice(start, findCharBoundary(kept, from + this.#request.pageChars));
  }
}

function clamp(index: number, length: number): number {
  return Math.min(Math.max(index, 0), length);
}

function countLineFeeds(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}

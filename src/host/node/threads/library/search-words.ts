import type { Cooperative } from '../../../../actors/runtime/slices.js';

// A longer word was pasted, and its beginning finds it. Parts of a text overlap by as much. Units: UTF-16 units.
const MAX_WORD_CHARS = 256;

// Some of the text around the first occurrence, so that a person recognises it. Units: UTF-16 units.
const CHARS_BEFORE = 40;
const EXCERPT_CHARS = 160;

// Searched within a fraction of a millisecond. Units: UTF-16 units.
const PART_CHARS = 32 * 1024;

/** A stretch of a text, and what of it was found. */
export interface TextExcerpt {
  readonly excerpt: string;
  readonly ranges: readonly { readonly from: number; readonly to: number }[];
}

/** Finds texts that contain all words of a query, whatever their case. */
export class SearchWords {
  readonly #words: readonly RegExp[];
  /** Any of the words, the longest first. */
  readonly #any: RegExp;

  constructor(query: string) {
    const words = [...new Set(query.split(/\s+/).filter((word) => word !== ''))]
      .map((word) => escapePattern(word.slice(0, MAX_WORD_CHARS).replace(/[\uD800-\uDBFF]$/, '')))
      .sort((a, b) => b.length - a.length);
    this.#words = words.map((word) => new RegExp(word, 'iu'));
    this.#any = new RegExp(words.join('|'), 'giu');
  }

  /** Whether the query has no word. */
  get isEmpty(): boolean {
    return this.#words.length === 0;
  }

  /** The text around the first occurrence; `undefined` when a word is missing. */
  *find(text: string): Cooperative<TextExcerpt | undefined> {
    let missing = this.#words;
    let first: number | undefined;
    for (let start = 0; start === 0 || start < text.length; start += PART_CHARS) {
      if (start > 0) yield;
      const part = text.slice(start, start + PART_CHARS + MAX_WORD_CHARS);
      missing = missing.filter((word) => !word.test(part));
      if (first === undefined) {
        const at = part.search(this.#any);
        if (at !== -1) first = start + at;
      }
      if (missing.length === 0) return this.#cutExcerpt(text, first ?? 0);
    }
    return undefined;
  }

  #cutExcerpt(text: string, at: number): TextExcerpt {
    // White space becomes single spaces, so twice as much is taken first.
    const from = Math.max(0, at - 2 * CHARS_BEFORE);
    const to = Math.min(text.length, at + 2 * EXCERPT_CHARS);
    const before = toLine(text.slice(from, at)).trimStart();
    const behind = toLine(text.slice(at, to)).trimEnd();
    const keptBefore = before.slice(-CHARS_BEFORE).replace(/^[\uDC00-\uDFFF]/, '');
    const keptBehind = behind.slice(0, EXCERPT_CHARS - keptBefore.length).replace(/[\uD800-\uDBFF]$/, '');
    const isCutBefore = from > 0 || keptBefore.length < before.length;
    const isCutBehind = to < text.length || keptBehind.length < behind.length;
    const excerpt = `${isCutBefore ? '…' : ''}${keptBefore}${keptBehind}${isCutBehind ? '…' : ''}`;
    const ranges = [...excerpt.matchAll(this.#any)].map((match) => ({
      from: match.index,
      to: match.index + match[0].length,
    }));
    return { excerpt, ranges };
  }
}

function toLine(text: string): string {
  return text.replace(/\s+/g, ' ');
}

function escapePattern(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

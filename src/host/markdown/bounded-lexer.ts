import { Lexer, type Token, type TokensList } from 'marked';

// marked's inline rules backtrack over a run of text for each marker in it: 256 in one run cost some 15 ms at worst,
// 1,000 more than 50. A long paragraph of prose has some dozens.
const MAX_MARKERS_IN_RUN = 256;

// The limit for a whole message, which takes about half a second at worst. A message full of code spans has 2,000.
const MAX_MARKERS = 8_192;

// Longer than any paragraph that a person reads.
const MAX_RUN_CHARS = 10_000;

// Lists in quotes in lists: people write 4 levels. marked's own stack overflows at some thousands.
const MAX_DEPTH = 16;

// Characters that can begin inline markup.
const MARKER = /[*_~`[\]<!@\\]/g;

/** marked's lexer in bounded time and depth: Markdown beyond the limits becomes plain text, without loss. */
export class BoundedLexer extends Lexer {
  #markersLeft = MAX_MARKERS;
  #blockDepth = 0;
  #inlineDepth = 0;

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped?: boolean): Token[] {
    if (this.#blockDepth >= MAX_DEPTH) {
      tokens.push(asText(src));
      return tokens;
    }
    this.#blockDepth++;
    try {
      return super.blockTokens(src, tokens, lastParagraphClipped);
    } finally {
      this.#blockDepth--;
    }
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    // The markers inside emphasis or a link were counted with the run around it.
    const isRun = this.#inlineDepth === 0;
    if (this.#inlineDepth >= MAX_DEPTH || (isRun && this.#isTooMuch(src))) {
      tokens.push(asText(src));
      return tokens;
    }
    this.#inlineDepth++;
    try {
      return super.inlineTokens(src, tokens);
    } finally {
      this.#inlineDepth--;
    }
  }

  #isTooMuch(src: string): boolean {
    if (src.length > MAX_RUN_CHARS) return true;
    const markers = src.match(MARKER)?.length ?? 0;
    if (markers > MAX_MARKERS_IN_RUN || markers > this.#markersLeft) return true;
    this.#markersLeft -= markers;
    return false;
  }
}

/** `escaped` tells marked, and the converter, to take the text literally. */
function asText(src: string): Token {
  return { type: 'text', raw: src, text: src, escaped: true };
}
